package dev.rota.engine.alerts;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A Rulebook decides from what was read which alerts are raised, go on and are cleared. */
record Rulebook(AlertOptions options, Map<AlertRule, RuleSettings> decided) {

  /** From where on a rule is broken; times are seconds. */
  double threshold(AlertRule rule) {
    Double threshold = settings(rule).threshold();
    return threshold == null ? options.threshold(rule) : threshold;
  }

  private RuleSettings settings(AlertRule rule) {
    return decided.getOrDefault(rule, RuleSettings.STANDARD);
  }

  private boolean isBroken(Reading reading) {
    return settings(reading.rule()).enabled()
        && reading.rule().isBroken(reading.value(), threshold(reading.rule()));
  }

  /** The alerts that are not as they were; those that were raised before are given. */
  List<Alert> judge(List<Reading> readings, List<Alert> raised, Instant now) {
    Map<Reading.Key, Alert> before = new HashMap<>();
    raised.forEach(alert -> before.put(alert.key(), alert));
    Set<Reading.Key> broken = new HashSet<>();
    List<Alert> changed = new ArrayList<>();
    for (Reading reading : readings) {
      if (isBroken(reading) && broken.add(reading.key())) {
        Alert known = before.get(reading.key());
        Instant since = known == null ? now : known.raisedAt();
        changed.add(
            new Alert(
                reading.rule(),
                reading.subject(),
                reading.value(),
                threshold(reading.rule()),
                since,
                null));
      }
    }
    for (Alert alert : raised) {
      if (!broken.contains(alert.key())) {
        changed.add(
            new Alert(
                alert.rule(),
                alert.subject(),
                alert.value(),
                alert.threshold(),
                alert.raisedAt(),
                now));
      }
    }
    return changed;
  }
}
