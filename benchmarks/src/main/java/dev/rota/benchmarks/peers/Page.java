package dev.rota.benchmarks.peers;

import dev.rota.benchmarks.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The Page is {@code docs/PERFORMANCE.md}: what is measured goes between two of its headings. */
final class Page {
  private static final String BEGIN = "## Results\n";
  private static final String END = "## How it is measured\n";

  private Page() {}

  /** A Line is a row of the table of all contestants. */
  private record Line(String title, String workload, String figure, String unit) {}

  private static final List<Line> LINES =
      List.of(
          new Line("drain of 200,000", "drain", "rate", "/s"),
          new Line("sustained", "sustained", "rate", "/s"),
          new Line("bulk enqueue", "enqueue", "bulk", "/s"),
          new Line("single, 1 caller", "enqueue", "single1", "/s"),
          new Line("single, 8 callers", "enqueue", "single8", "/s"),
          new Line("latency in process, p50", "latency", "near50", " ms"),
          new Line("latency in process, p99", "latency", "near99", " ms"),
          new Line("latency across, p50", "latency", "far50", " ms"),
          new Line("latency across, p99", "latency", "far99", " ms"),
          new Line("backlog: jobs queued", "backlog", "queued", ""),
          new Line("backlog: sustained with them", "backlog", "large", "/s"),
          new Line("backlog: drain with them", "backlog", "drain", "/s"),
          new Line("backlog: with them / with 10,000", "backlog", "ratio", ""),
          new Line("pinned reader: the last minute", "pinned-reader", "last", "/s"),
          new Line("pinned reader: last / first minute", "pinned-reader", "ratio", ""),
          new Line("pinned writer: the last minute", "pinned-writer", "last", "/s"),
          new Line("pinned writer: last / first minute", "pinned-writer", "ratio", ""),
          new Line("WAL of a job, images apart", "wal", "bytes", " bytes"));

  /** Writes the tables into the page, and makes the page if there is none. */
  static void write(Path page, Results results) throws IOException {
    String text =
        Files.exists(page) ? Files.readString(page) : "# Performance\n\n" + BEGIN + "\n" + END;
    int begin = text.indexOf(BEGIN);
    int end = text.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IOException(
          "%s has lost one of its headings: %s, %s".formatted(page, BEGIN.strip(), END.strip()));
    }
    Files.writeString(
        page, text.substring(0, begin) + BEGIN + tables(results) + text.substring(end));
  }

  private static String tables(Results results) {
    return """

    Measured on: %s.

    | workload | Rota | held against | ratio or number | bar | reached |
    | --- | --- | --- | --- | --- | --- |
    %s

    Medians, in brackets the least and the most of the rounds. Ratios are of medians.

    ![the contestants side by side](performance.svg)

    | | %s |
    | --- |%s
    %s

    | system | keeps | is its completion fenced? | settings |
    | --- | --- | --- | --- |
    %s

    """
        .formatted(
            results.machines().isEmpty()
                ? "nothing has been measured yet"
                : String.join("; ", results.machines()),
            lines(Claims.of(results), Claim::line),
            Entrant.ALL.stream().map(Entrant::label).collect(Collectors.joining(" | ")),
            " --- |".repeat(Entrant.ALL.size()),
            lines(LINES, line -> line(results, line)),
            lines(List.of(Entrant.values()), Page::about));
  }

  private static <T> String lines(List<T> all, Function<T, String> line) {
    return all.stream().map(line).collect(Collectors.joining("\n"));
  }

  private static String line(Results results, Line line) {
    return Entrant.ALL.stream()
        .map(entrant -> results.median(line.workload(), entrant, line.figure()))
        .map(number -> Double.isNaN(number) ? "–" : Figures.of(number) + line.unit())
        .collect(Collectors.joining(" | ", "| " + line.title() + " | ", " |"));
  }

  private static String about(Entrant entrant) {
    return "| %s | %s | %s | %s |"
        .formatted(entrant.label(), entrant.keeps(), entrant.fenced(), entrant.settings());
  }
}
