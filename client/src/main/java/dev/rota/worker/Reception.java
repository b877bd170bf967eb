package dev.rota.worker;

import dev.rota.Lease;
import dev.rota.Taker;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Reception takes in the jobs that the source hands over without being asked, while the worker is
 * idle: they start on the thread of whoever brought them, no pump has to be woken.
 */
final class Reception implements Taker {
  private final Bench bench;

  Reception(Bench bench) {
    this.bench = bench;
  }

  @Override
  public @Nullable Places keep(String queue, String kind, int jobs) {
    Lane lane = bench.board().lane(queue, kind);
    if (lane == null) {
      return null;
    }
    int places = bench.board().keep(lane, jobs);
    return places == 0 ? null : new Kept(bench, lane, places, System.nanoTime());
  }

  private record Kept(Bench bench, Lane lane, int count, long since) implements Places {

    @Override
    public void fill(List<Lease> leases) {
      long now = System.nanoTime();
      bench
          .board()
          .handed(
              lane,
              count,
              leases.stream().map(lease -> new Execution(lease, lane, since, now, bench)).toList())
          .forEach(Call::start);
    }
  }
}
