package dev.rota.worker;

import dev.rota.Claim;
import dev.rota.Report;
import java.util.List;

/**
 * A Turn is what one exchange carries to the source.
 *
 * @param hint the number of hints of work that had come when it began
 */
record Turn(List<Report> reports, List<Ask> asks, Claim claim, long hint) {
  static Turn of(List<Report> reports, List<Ask> asks, int batch, long hint) {
    int max = (int) Math.min(batch, asks.stream().mapToLong(Ask::max).sum());
    Claim claim = max == 0 ? Claim.NOTHING : new Claim(max, asks.stream().map(Ask::want).toList());
    return new Turn(reports, asks, claim, hint);
  }
}
