package dev.rota.engine;

import dev.rota.InvalidInput;
import dev.rota.Rules;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A Sieve is what a filter asks of jobs that no index finds: each job that is looked at is read for
 * it. What is null does not matter.
 *
 * @param target the external id of the target that they are about
 * @param createdFrom at or after
 * @param createdTo before
 * @param endedFrom at or after
 * @param endedTo before
 * @param text in the payload or in an error, whatever the case
 * @param fingerprint of the error that they failed with
 */
public record Sieve(
    @Nullable String target,
    @Nullable Instant createdFrom,
    @Nullable Instant createdTo,
    @Nullable Instant endedFrom,
    @Nullable Instant endedTo,
    @Nullable String text,
    @Nullable String fingerprint) {
  /** Lets everything through. */
  public static final Sieve NONE = new Sieve(null, null, null, null, null, null, null);

  private static final int LONGEST = 200;
  private static final Pattern FINGERPRINT =
      Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

  public Sieve {
    if (target != null) {
      Rules.name("target", target);
    }
    if (text != null) {
      if (text.isBlank()) {
        throw new InvalidInput("text", text, "must not be empty");
      }
      Rules.text("text", text, LONGEST);
    }
    if (fingerprint != null && !FINGERPRINT.matcher(fingerprint).matches()) {
      throw new InvalidInput("fingerprint", fingerprint, "must be that of a group of dead letters");
    }
    checkOrder("created_to", createdFrom, createdTo);
    checkOrder("ended_to", endedFrom, endedTo);
  }

  boolean isNone() {
    return equals(NONE);
  }

  /** Whether only jobs that have ended come through. */
  boolean wantsEnded() {
    return endedFrom != null || endedTo != null;
  }

  /** The text as a pattern of LIKE. */
  @Nullable String pattern() {
    return text == null
        ? null
        : "%" + text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%";
  }

  private static void checkOrder(String field, @Nullable Instant from, @Nullable Instant to) {
    if (from != null && to != null && !to.isAfter(from)) {
      throw new InvalidInput(field, to, "must be after " + from);
    }
  }
}
