package dev.rota.server.declared;

import dev.rota.InvalidInput;
import dev.rota.engine.alerts.AlertRule;
import dev.rota.engine.alerts.RuleSettings;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the sections under {@code alerts}: a rule each. */
final class AlertSections {
  private static final List<String> RULES =
      Arrays.stream(AlertRule.values()).map(AlertRule::word).toList();
  private static final List<String> KEYS = List.of("threshold", "enabled");

  private AlertSections() {}

  static Map<AlertRule, RuleSettings> read(Section alerts) {
    Map<AlertRule, RuleSettings> rules = new EnumMap<>(AlertRule.class);
    alerts
        .only(RULES)
        .sections()
        .forEach((name, section) -> {
          AlertRule rule = AlertRule.of(name);
          rules.put(rule, section.only(KEYS).read(s -> settings(rule, s)));
        });
    return rules;
  }

  private static RuleSettings settings(AlertRule rule, Section section) {
    return new RuleSettings(threshold(rule, section), section.flag("enabled", true));
  }

  private static @Nullable Double threshold(AlertRule rule, Section section) {
    return switch (rule.unit()) {
      case COUNT -> {
        Integer count = section.integer("threshold");
        yield count == null ? null : count.doubleValue();
      }
      case SHARE -> share(section.text("threshold"));
      case TIME -> {
        Duration time = section.duration("threshold");
        yield time == null ? null : time.toMillis() / 1000.0;
      }
    };
  }

  private static @Nullable Double share(@Nullable String percent) {
    if (percent == null) {
      return null;
    }
    String number = percent.strip();
    if (!number.endsWith("%")) {
      throw new InvalidInput("threshold", percent, "must be a percentage, as in 20%");
    }
    try {
      return new BigDecimal(number.substring(0, number.length() - 1).strip())
          .movePointLeft(2)
          .doubleValue();
    } catch (NumberFormatException e) {
      throw new InvalidInput("threshold", percent, "must be a percentage, as in 20%");
    }
  }
}
