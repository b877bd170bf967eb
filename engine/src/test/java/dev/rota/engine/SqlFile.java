package dev.rota.engine;

import dev.rota.engine.sql.Sql;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** An SqlFile is one of the engine's statements as it lies in its file, with its header. */
record SqlFile(String name, String text) {
  private static final Pattern PARAMETER = Pattern.compile("(?<![:\\w]):([a-z][a-z0-9_]*)");

  private static final List<String> FOLDERS =
      List.of(
          "sql",
          "windows/sql",
          "scheduler/sql",
          "pages/sql",
          "alerts/sql",
          "doctor/sql",
          "capacity/sql",
          "tokens/sql",
          "operations/sql",
          "deadletters/sql",
          "templates/sql",
          "archive/sql",
          "backup/sql",
          "simulation/sql",
          "webhooks/sql");

  /** All of them, by folder and name. */
  static List<SqlFile> all() {
    return FOLDERS.stream().flatMap(folder -> in(folder).stream()).toList();
  }

  /** Those that can be prepared and explained: all but COPY. */
  static List<SqlFile> planned() {
    return all().stream().filter(file -> !file.sql().jdbc().startsWith("COPY")).toList();
  }

  private static List<SqlFile> in(String name) {
    URL folder = Statements.class.getResource(name);
    if (folder == null) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(Path.of(folder.toURI()))) {
      return files
          .filter(file -> file.toString().endsWith(".sql"))
          .sorted()
          .map(SqlFile::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  static SqlFile of(String name) {
    return all().stream().filter(file -> file.name().equals(name)).findFirst().orElseThrow();
  }

  private static SqlFile read(Path file) {
    try {
      return new SqlFile(file.getFileName().toString().replace(".sql", ""), Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Sql sql() {
    return Sql.parse(name, text);
  }

  /**
   * The statement as PREPARE wants it: {@code :name} is the number of its place in the parameters.
   */
  String numbered() {
    List<String> parameters = sql().parameters();
    String bare = text.replaceAll("(?m)--.*$", "");
    return PARAMETER
        .matcher(bare)
        .replaceAll(found -> "\\$" + (parameters.indexOf(found.group(1)) + 1));
  }

  /** What the header says of this, such as {@code index}. */
  Optional<String> header(String word) {
    return text.lines()
        .takeWhile(line -> line.startsWith("--"))
        .filter(line -> line.startsWith("-- " + word + ": "))
        .map(line -> line.substring(word.length() + 5).strip())
        .findFirst();
  }

  /** The transitions that the header tells, as it tells them. */
  List<String> transitions() {
    return header("transition").map(line -> List.of(line.split(", "))).orElse(List.of());
  }

  /** Whether the statement puts jobs into a table that stands for a state, or takes them out. */
  boolean movesJobs() {
    return text.lines()
        .anyMatch(line ->
            line.matches(
                ".*(INSERT INTO|DELETE FROM|COPY) rota\\.(ready|run|delayed|parked|paused|blocked)\\b.*"));
  }

  @Override
  public String toString() {
    return name + ".sql";
  }
}
