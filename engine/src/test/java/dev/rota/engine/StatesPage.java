package dev.rota.engine;

import dev.rota.JobState;
import dev.rota.engine.StateMachine.Move;
import dev.rota.engine.StateMachine.Transition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A StatesPage is the documentation of a job's states, made from the state machine. */
final class StatesPage {
  private static final String HEAD =
      """
      # The states of a job

      Made from `StateMachine` by a test; what a statement's header tells is held against it.

      """;

  private StatesPage() {}

  static String markdown() {
    return HEAD + picture() + states() + moves();
  }

  private static String picture() {
    StringBuilder lines = new StringBuilder("```mermaid\nstateDiagram-v2\n");
    arrows()
        .forEach((arrow, moves) ->
            lines.append("  %s: %s\n".formatted(arrow, String.join(", ", moves))));
    for (JobState state : JobState.values()) {
      if (state.isTerminal()) {
        lines.append("  %s --> [*]\n".formatted(state.word()));
      }
    }
    return lines.append("```\n\n").toString();
  }

  /** The arrows that lead from a state to another, with the moves that go along each. */
  private static Map<String, List<String>> arrows() {
    Map<String, List<String>> arrows = new LinkedHashMap<>();
    for (Move move : Move.values()) {
      for (Transition transition : move.transitions()) {
        if (transition.from() != transition.to()) {
          String from = transition.from() == null ? "[*]" : transition.from().word();
          arrows
              .computeIfAbsent(from + " --> " + transition.to().word(), a -> new ArrayList<>())
              .add(word(move));
        }
      }
    }
    return arrows;
  }

  private static String states() {
    return Arrays.stream(JobState.values())
        .map(state -> "| %s | %s |\n".formatted(state.word(), tables(state)))
        .collect(Collectors.joining("", "| state | the job is in |\n| --- | --- |\n", "\n"));
  }

  private static String tables(JobState state) {
    return switch (state) {
      case PENDING ->
          "`ready`; `parked` while it waits for its concurrency key, `blocked` while it waits for other jobs";
      case SCHEDULED -> "`delayed`";
      case RUNNING -> "`run`";
      case PAUSED -> "`paused`";
      case COMPLETED -> "`execution`, on its last row";
      case FAILED ->
          "`execution`, on its last row, or `ended` if one that it depends on did not complete";
      case CANCELLED -> "`execution`, on its last row, or `ended` if no execution ended it";
    };
  }

  private static String moves() {
    return Arrays.stream(Move.values())
        .map(StatesPage::row)
        .collect(
            Collectors.joining(
                "",
                "| move | the job… | transitions | statements |\n| --- | --- | --- | --- |\n",
                ""));
  }

  private static String row(Move move) {
    return "| %s | %s | %s | %s |\n"
        .formatted(
            word(move),
            move.meaning(),
            move.transitions().stream()
                .map(transition -> transition.toString().replace("->", "→"))
                .collect(Collectors.joining(", ")),
            move.statements().stream()
                .map(name -> "`" + name + ".sql`")
                .collect(Collectors.joining(", ")));
  }

  private static String word(Move move) {
    return move.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
