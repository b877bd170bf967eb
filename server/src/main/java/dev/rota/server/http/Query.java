package dev.rota.server.http;

import dev.rota.InvalidInput;
import dev.rota.JobState;
import io.helidon.webserver.http.ServerRequest;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A Query is what stands behind the question mark, read with rules. */
public record Query(ServerRequest request) {

  /**
   * Refuses parameters that are not among these, so that a mistyped filter does not filter nothing.
   */
  public static Query of(ServerRequest request, Set<String> known) {
    for (String name : request.query().names()) {
      if (!known.contains(name)) {
        throw new InvalidInput(
            name,
            request.query().get(name),
            "is not known here; known are "
                + known.stream().sorted().collect(Collectors.joining(", ")));
      }
    }
    return new Query(request);
  }

  public @Nullable String text(String name) {
    String value = request.query().first(name).orElse("");
    return value.isEmpty() ? null : value;
  }

  public int number(String name, int standard) {
    String value = text(name);
    try {
      return value == null ? standard : Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new InvalidInput(name, value, "must be a whole number");
    }
  }

  /** States, separated by commas or each with the name before it. */
  public Set<JobState> states(String name) {
    Set<JobState> states = EnumSet.noneOf(JobState.class);
    for (String list : request.query().all(name, List::of)) {
      for (String word : list.split(",")) {
        if (!word.isEmpty()) {
          states.add(state(name, word));
        }
      }
    }
    return states;
  }

  public static JobState state(String name, String word) {
    for (JobState state : JobState.values()) {
      if (state.word().equals(word)) {
        return state;
      }
    }
    throw new InvalidInput(
        name,
        word,
        "must be one of "
            + Arrays.stream(JobState.values())
                .map(JobState::word)
                .collect(Collectors.joining(", ")));
  }

  public @Nullable Boolean flag(String name) {
    String value = text(name);
    if (value == null) {
      return null;
    }
    if (!value.equals("true") && !value.equals("false")) {
      throw new InvalidInput(name, value, "must be true or false");
    }
    return Boolean.valueOf(value);
  }

  public Instant time(String name, Instant standard) {
    Instant time = time(name);
    return time == null ? standard : time;
  }

  public @Nullable Instant time(String name) {
    String value = text(name);
    try {
      return value == null ? null : Instant.parse(value);
    } catch (DateTimeParseException e) {
      throw new InvalidInput(name, value, "must be an instant, as in 2026-01-31T00:00:00Z");
    }
  }

  /** Where a page begins, as the page before told it. */
  public @Nullable Long cursor(String name) {
    String value = text(name);
    try {
      return value == null ? null : Long.valueOf(value, 36);
    } catch (NumberFormatException e) {
      throw new InvalidInput(name, value, "must be the next_cursor of a page");
    }
  }

  public static @Nullable String show(@Nullable Long cursor) {
    return cursor == null ? null : Long.toString(cursor, 36);
  }
}
