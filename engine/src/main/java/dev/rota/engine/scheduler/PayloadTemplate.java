package dev.rota.engine.scheduler;

import dev.rota.InvalidInput;
import dev.rota.Json;
import dev.rota.schedule.Interval;
import dev.rota.schedule.Trigger;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A PayloadTemplate is the payload of a plan's jobs: JSON text whose strings may hold {@code
 * {target}}, {@code {name}} and {@code {url}}, for what the target is called, and {@code
 * {interval_seconds}}, which becomes a number where it is all of a string.
 */
final class PayloadTemplate {
  private static final Pattern PLACEHOLDER =
      Pattern.compile("\\{target}|\\{name}|\\{url}|\"\\{interval_seconds}\"|\\{interval_seconds}");

  private final String text;

  PayloadTemplate(String text) {
    this.text = text;
  }

  /** Refuses what is not JSON, and what nobody could fill. */
  void check(boolean hasTarget, @Nullable Trigger trigger) {
    Json.check("payload", text);
    for (Matcher found = PLACEHOLDER.matcher(text); found.find(); ) {
      boolean interval = found.group().contains("interval_seconds");
      if (interval ? !(trigger instanceof Interval) : !hasTarget) {
        throw new InvalidInput(
            "payload",
            found.group(),
            interval ? "needs a trigger with a fixed interval" : "needs a plan for targets");
      }
    }
  }

  /** The text as {@code rota.fill} wants it: with a character for each name of the target. */
  String text(@Nullable Trigger trigger) {
    return PLACEHOLDER
        .matcher(text)
        .replaceAll(found ->
            switch (found.group()) {
              case "{target}" -> "\u0001";
              case "{name}" -> "\u0002";
              case "{url}" -> "\u0003";
              default -> trigger instanceof Interval interval ? seconds(interval.length()) : "null";
            });
  }

  private static String seconds(Duration length) {
    return BigDecimal.valueOf(length.toNanos(), 9).stripTrailingZeros().toPlainString();
  }
}
