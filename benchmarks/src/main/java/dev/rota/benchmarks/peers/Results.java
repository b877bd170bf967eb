package dev.rota.benchmarks.peers;

import dev.rota.benchmarks.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The Results are a file with a line of JSON for every trial: what is in it is not run again. */
final class Results {
  private static final JsonMapper JSON = new JsonMapper();

  private final Path file;
  private final List<JsonNode> lines = new ArrayList<>();

  private Results(Path file) {
    this.file = file;
  }

  static Results in(Path file) throws IOException {
    Results results = new Results(file);
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file)) {
        results.lines.add(JSON.readTree(line));
      }
    }
    return results;
  }

  boolean has(String workload, Entrant entrant, int round) {
    return lines.stream().anyMatch(line -> is(line, workload, entrant, round));
  }

  void add(String workload, Entrant entrant, int round, String machine, Map<String, Object> figures)
      throws IOException {
    String line =
        JSON.writeValueAsString(
            Map.of(
                "workload", workload,
                "entrant", entrant.word(),
                "round", round,
                "machine", machine,
                "figures", figures));
    Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    lines.add(JSON.readTree(line));
  }

  /** Drops what was measured of one contestant, so that it is measured anew. */
  void forget(String workload, Entrant entrant) throws IOException {
    if (lines.removeIf(line -> is(line, workload, entrant))) {
      Files.write(file, lines.stream().map(JSON::writeValueAsString).toList());
    }
  }

  /** What was measured in each round. */
  List<Double> rounds(String workload, Entrant entrant, String figure) {
    return lines.stream()
        .filter(line -> is(line, workload, entrant))
        .map(line -> line.get("figures").get(figure))
        .filter(number -> number != null)
        .map(JsonNode::asDouble)
        .toList();
  }

  /** The median of the rounds; not a number if there are none. */
  double median(String workload, Entrant entrant, String figure) {
    return Figures.median(rounds(workload, entrant, figure));
  }

  /** A list of numbers of the last round. */
  List<Double> line(String workload, Entrant entrant) {
    return lines.stream()
        .filter(line -> is(line, workload, entrant))
        .reduce((first, last) -> last)
        .map(line -> line.get("figures").get("line"))
        .map(numbers ->
            StreamSupport.stream(numbers.spliterator(), false).map(JsonNode::asDouble).toList())
        .orElse(List.of());
  }

  /** The machines that it was measured on. */
  List<String> machines() {
    return lines.stream().map(line -> line.get("machine").asString()).distinct().toList();
  }

  private static boolean is(JsonNode line, String workload, Entrant entrant, int round) {
    return is(line, workload, entrant) && line.get("round").asInt() == round;
  }

  private static boolean is(JsonNode line, String workload, Entrant entrant) {
    return line.get("workload").asString().equals(workload)
        && line.get("entrant").asString().equals(entrant.word());
  }
}
