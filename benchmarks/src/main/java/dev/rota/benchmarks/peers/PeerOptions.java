package dev.rota.benchmarks.peers;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * PeerOptions are what the command line asks for.
 *
 * @param url a server to measure on, instead of one of our own
 * @param report whether nothing is measured and only the page is written
 */
record PeerOptions(
    List<Part> parts,
    List<Entrant> only,
    Sizes sizes,
    OptionalInt rounds,
    Optional<String> url,
    boolean fresh,
    boolean report,
    boolean list) {

  static final String USAGE =
      """
      usage: benchmarks/run-peers [--part PART]... [--only CONTESTANT]... [options]

        --list        the parts, and how long each takes
        --part PART   one part; can be said several times; without it, all that are not done
        --only NAME   one contestant; can be said several times
        --rounds N    other than the part's own number of rounds
        --url URL     a PostgreSQL to measure on, jdbc:postgresql://host/db?user=...&password=..., whose user may
                      create databases and checkpoint, with 300 connections; without it, one of its own is started
        --quick       a few seconds each: to see that all works; writes benchmarks/target/performance-quick.*
        --fresh       measures these parts and contestants anew
        --report      measures nothing, writes docs/PERFORMANCE.md and docs/performance.svg

      What was measured is kept in docs/performance.ndjson, and not measured again without --fresh.
      """;

  static PeerOptions parse(String... args) {
    Deque<String> words = new ArrayDeque<>(List.of(args));
    List<Part> parts = new ArrayList<>();
    List<Entrant> only = new ArrayList<>();
    Sizes sizes = Sizes.FULL;
    OptionalInt rounds = OptionalInt.empty();
    Optional<String> url = Optional.empty();
    boolean fresh = false;
    boolean report = false;
    boolean list = false;
    while (!words.isEmpty()) {
      String word = words.removeFirst();
      switch (word) {
        case "--part" -> parts.add(Part.valueOf(constant(words)));
        case "--only" -> only.add(Entrant.valueOf(constant(words)));
        case "--rounds" -> rounds = OptionalInt.of(Integer.parseInt(words.removeFirst()));
        case "--url" -> url = Optional.of(words.removeFirst());
        case "--quick" -> sizes = Sizes.QUICK;
        case "--fresh" -> fresh = true;
        case "--report" -> report = true;
        case "--list" -> list = true;
        default -> throw new IllegalArgumentException("unknown: " + word);
      }
    }
    return new PeerOptions(
        parts.isEmpty() ? Arrays.asList(Part.values()) : parts,
        only,
        sizes,
        rounds,
        url,
        fresh,
        report,
        list);
  }

  boolean isQuick() {
    return sizes.equals(Sizes.QUICK);
  }

  boolean wants(Entrant entrant) {
    return only.isEmpty() || only.contains(entrant);
  }

  /**
   * How often a contestant takes its turn; those that are far behind after one are not asked again.
   */
  int rounds(Part part, Entrant entrant) {
    return rounds.orElse(isQuick() || entrant.isFarBehind() ? 1 : part.rounds());
  }

  private static String constant(Deque<String> words) {
    return words.removeFirst().toUpperCase(Locale.ROOT).replace('-', '_');
  }
}
