package dev.rota.engine.archive;

import dev.rota.remote.Members;
import dev.rota.remote.Tree;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * A Footer is the last line of a file of the archive: what the lines before it hold.
 *
 * @param sha256 of all bytes before this line, uncompressed
 */
record Footer(LocalDate day, long jobs, long executions, String sha256) {
  private static final String FORMAT = "rota";
  private static final int VERSION = 1;

  /** The same footer is the same text: files with the same jobs are equal. */
  String json() {
    return new Members()
        .put("archive", FORMAT)
        .put("version", VERSION)
        .put("day", day.toString())
        .put("jobs", jobs)
        .put("executions", executions)
        .put("sha256", sha256)
        .toString();
  }

  /** Null if the line is not one. */
  static @Nullable Footer find(Tree line) {
    if (line.find("archive") == null) {
      return null;
    }
    if (!FORMAT.equals(line.at("archive").text()) || line.at("version").number() != VERSION) {
      throw new IllegalArgumentException("it was written by another version of Rota");
    }
    return new Footer(
        LocalDate.parse(line.at("day").text()),
        Long.parseLong(line.at("jobs").raw()),
        Long.parseLong(line.at("executions").raw()),
        line.at("sha256").text());
  }
}
