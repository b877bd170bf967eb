package dev.rota.server.http;

import dev.rota.InvalidInput;
import dev.rota.JobState;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A StatusWord is a facade's own word for some states of jobs; each state has one. */
public interface StatusWord {
  /** What it is called in Java: the word in capitals. */
  String name();

  Set<JobState> states();

  default String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The word for a state. */
  static <W extends StatusWord> W of(W[] words, JobState state) {
    return Arrays.stream(words)
        .filter(word -> word.states().contains(state))
        .findFirst()
        .orElseThrow();
  }

  /** Reads one of the words. */
  static <W extends StatusWord> W read(W[] words, @Nullable String text) {
    return Arrays.stream(words)
        .filter(word -> word.word().equals(text))
        .findFirst()
        .orElseThrow(() ->
            new InvalidInput(
                "status",
                text == null ? "" : text,
                "must be one of "
                    + Arrays.stream(words)
                        .map(StatusWord::word)
                        .collect(Collectors.joining(", "))));
  }
}
