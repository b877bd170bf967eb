package dev.rota.engine.doctor;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Finding is one thing that the doctor saw.
 *
 * @param check what was looked at
 * @param advice what to do, unless all is well
 * @param command what to run for that: SQL, or a line for a shell
 */
public record Finding(
    String check,
    Severity severity,
    String seen,
    @Nullable String advice,
    @Nullable String command) {

  /** How bad the worst of them is. */
  public static Severity worst(List<Finding> findings) {
    return findings.stream()
        .map(Finding::severity)
        .max(Comparator.naturalOrder())
        .orElse(Severity.OK);
  }

  static Finding ok(String check, String seen) {
    return new Finding(check, Severity.OK, seen, null, null);
  }

  static Finding warning(String check, String seen, String advice, String command) {
    return new Finding(check, Severity.WARNING, seen, advice, command);
  }

  static Finding critical(String check, String seen, String advice, String command) {
    return new Finding(check, Severity.CRITICAL, seen, advice, command);
  }
}
