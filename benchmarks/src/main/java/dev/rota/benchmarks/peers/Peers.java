package dev.rota.benchmarks.peers;

import dev.rota.benchmarks.Figures;
import dev.rota.benchmarks.Progress;
import dev.rota.benchmarks.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Peers runs Rota and its peers in turn on one PostgreSQL and writes the page about it. */
public final class Peers {
  private final PeerOptions options;
  private final Path home;
  private final Results results;
  private final Progress progress = new Progress(System.err);
  private int failed;

  private Peers(PeerOptions options, Path home) throws IOException {
    this.options = options;
    this.home = home;
    this.results =
        Results.in(
            home.resolve(
                options.isQuick()
                    ? "benchmarks/target/performance-quick.ndjson"
                    : "docs/performance.ndjson"));
    if (options.fresh()) {
      for (Part part : options.parts()) {
        for (Entrant entrant : wanted(part)) {
          results.forget(part.workload(), entrant);
        }
      }
    }
  }

  /**
   * Runs what the command line says; the system property {@code rota.home} is the sources' folder.
   */
  public static void main(String[] args) throws Exception {
    if (List.of(args).contains("--help")) {
      System.out.print(PeerOptions.USAGE);
      return;
    }
    PeerOptions options;
    try {
      options = PeerOptions.parse(args);
    } catch (IllegalArgumentException | NoSuchElementException e) {
      System.err.println(e.getMessage());
      System.err.print(PeerOptions.USAGE);
      System.exit(2);
      return;
    }
    Peers peers =
        new Peers(options, Path.of(System.getProperty("rota.home", ".")).toAbsolutePath());
    if (options.list()) {
      peers.list();
      return;
    }
    if (!options.report()) {
      peers.measure();
    }
    peers.report();
    System.exit(peers.failed == 0 ? 0 : 1);
  }

  private void list() {
    for (Part part : Part.values()) {
      System.out.printf(
          "%-20s about %2d min, %d left of %d: %s%n",
          part.word(),
          part.minutes(),
          open(part).stream().mapToInt(turn -> turn.entrants().size()).sum(),
          part.entrants().stream().mapToInt(entrant -> options.rounds(part, entrant)).sum(),
          part.entrants().stream().map(Entrant::word).collect(Collectors.joining(" ")));
    }
  }

  /** A Turn is what is measured at once: a contestant, or several that are measured together. */
  private record Turn(Part part, List<Entrant> entrants, int round) {}

  /** What of a part is not measured yet, the rounds of the contestants by turns. */
  private List<Turn> open(Part part) {
    List<Turn> turns = new ArrayList<>();
    for (int i = 1; i <= options.rounds(part, Entrant.ROTA); i++) {
      int round = i;
      List<Entrant> missing =
          wanted(part).stream()
              .filter(entrant -> round <= options.rounds(part, entrant))
              .filter(entrant -> !results.has(part.workload(), entrant, round))
              .toList();
      if (!part.isTogether()) {
        missing.forEach(entrant -> turns.add(new Turn(part, List.of(entrant), round)));
      } else if (!missing.isEmpty()) {
        turns.add(new Turn(part, missing, round));
      }
    }
    return turns;
  }

  private List<Entrant> wanted(Part part) {
    return part.entrants().stream().filter(options::wants).toList();
  }

  private void measure() throws Exception {
    List<Turn> turns = options.parts().stream().flatMap(part -> open(part).stream()).toList();
    if (turns.isEmpty()) {
      progress.say("everything is measured; --fresh starts again");
      return;
    }
    try (Server server = server()) {
      String machine =
          "%s; Java %s; %d processors"
              .formatted(
                  server.version(),
                  Runtime.version().feature(),
                  Runtime.getRuntime().availableProcessors());
      for (int i = 0; i < turns.size(); i++) {
        run(turns.get(i), "%d/%d".formatted(i + 1, turns.size()), server, machine);
      }
    }
  }

  private Server server() throws IOException, InterruptedException {
    Optional<String> url = options.url();
    // Ten nodes have a pool each.
    return url.isPresent()
        ? Server.at(url.get())
        : Server.embedded(Map.of("max_connections", "300"));
  }

  private void run(Turn turn, String place, Server server, String machine) throws IOException {
    progress.say(
        "%s %s: %s, round %d"
            .formatted(
                place,
                turn.part().word(),
                turn.entrants().stream().map(Entrant::word).collect(Collectors.joining(", ")),
                turn.round()));
    try {
      server.settle();
      List<Trial> trials =
          turn.entrants().stream()
              .map(entrant -> new Trial(entrant, server, options.sizes(), progress, home))
              .toList();
      Map<Entrant, Map<String, Object>> figures = turn.part().run().run(trials);
      for (Entrant entrant : turn.entrants()) {
        Map<String, Object> measured = figures.getOrDefault(entrant, Map.of());
        results.add(turn.part().workload(), entrant, turn.round(), machine, measured);
        progress.say("  " + entrant.word() + ": " + words(measured));
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    } catch (Exception e) {
      // One contestant that fails must not cost the results of the others.
      failed++;
      progress.say("  FAILED: " + e);
    }
  }

  private static String words(Map<String, Object> figures) {
    return new TreeMap<>(figures)
        .entrySet().stream()
            .filter(figure -> figure.getValue() instanceof Number)
            .map(figure ->
                figure.getKey() + " " + Figures.of(((Number) figure.getValue()).doubleValue()))
            .collect(Collectors.joining(", "));
  }

  private void report() throws IOException {
    Path folder = home.resolve(options.isQuick() ? "benchmarks/target" : "docs");
    Path page = folder.resolve(options.isQuick() ? "performance-quick.md" : "PERFORMANCE.md");
    Path picture = folder.resolve(options.isQuick() ? "performance-quick.svg" : "performance.svg");
    if (options.isQuick()) {
      // Nobody writes anything into that one by hand.
      Files.deleteIfExists(page);
    }
    Page.write(page, results);
    Files.writeString(picture, Picture.of(results));
    progress.say("written: " + home.relativize(page) + ", " + home.relativize(picture));
  }
}
