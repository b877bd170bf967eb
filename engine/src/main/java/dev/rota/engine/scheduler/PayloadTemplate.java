package dev.rota.engine.scheduler;

import dev.rota.InvalidInput;
import dev.rota.Json;
import dev.rota.schedule.Interval;
import dev.rota.schedule.Trigger;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

  /** The text in parts, as {@code rota.fill} wants it: a placeholder is a part of its own. */
  List<String> parts(@Nullable Trigger trigger) {
    List<String> parts = new ArrayList<>();
    Matcher found = PLACEHOLDER.matcher(text);
    int at = 0;
    while (found.find()) {
      parts.add(text.substring(at, found.start()));
      parts.add(
          trigger instanceof Interval interval && found.group().contains("interval_seconds")
              ? seconds(interval.length())
              : found.group());
      at = found.end();
    }
    parts.add(text.substring(at));
    return parts;
  }

  private static String seconds(Duration length) {
    return BigDecimal.valueOf(length.toNanos(), 9).stripTrailingZeros().toPlainString();
  }
}
