package dev.rota.engine.webhooks;

import dev.rota.InvalidInput;
import dev.rota.Rules;
import dev.rota.engine.alerts.AlertRule;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A WebhookFilter says which events of its sorts a webhook is told of; what is empty does not
 * matter.
 *
 * @param queues jobs of one of these queues
 * @param kinds jobs of one of these kinds
 * @param tags jobs with one of these tags
 * @param schedules one of these schedules, or jobs of one
 * @param tenants jobs of one of these tenants
 * @param alerts alerts of one of these rules
 */
public record WebhookFilter(
    List<String> queues,
    List<String> kinds,
    List<String> tags,
    List<String> schedules,
    List<String> tenants,
    List<String> alerts) {
  public static final WebhookFilter ALL =
      new WebhookFilter(List.of(), List.of(), List.of(), List.of(), List.of(), List.of());
  private static final int MOST = 100;

  public WebhookFilter {
    queues = checked("filter.queues", queues);
    kinds = checked("filter.kinds", kinds);
    tags = checked("filter.tags", tags);
    schedules = checked("filter.schedules", schedules);
    tenants = checked("filter.tenants", tenants);
    alerts = checked("filter.alerts", alerts);
    alerts.forEach(WebhookFilter::checkRule);
  }

  private static List<String> checked(String field, List<String> names) {
    if (names.size() > MOST) {
      throw new InvalidInput(field, names.size(), "must have at most " + MOST + " names");
    }
    for (int i = 0; i < names.size(); i++) {
      Rules.name(field + "[" + i + "]", names.get(i));
    }
    return List.copyOf(new TreeSet<>(names));
  }

  private static void checkRule(String rule) {
    List<String> known = Arrays.stream(AlertRule.values()).map(AlertRule::word).toList();
    if (!known.contains(rule)) {
      throw new InvalidInput(
          "filter.alerts",
          rule,
          "must be one of " + known.stream().sorted().collect(Collectors.joining(", ")));
    }
  }

  boolean lets(Note note) {
    return switch (note.event()) {
      case SCHEDULE_MISSED -> has(schedules, note.scheduleName());
      case ALERT_RAISED, ALERT_CLEARED -> has(alerts, note.alertRule());
      default ->
          has(queues, note.queue())
              && has(kinds, note.kind())
              && (tags.isEmpty() || !Collections.disjoint(tags, note.tags()))
              && has(schedules, note.scheduleName())
              && has(tenants, note.tenant());
    };
  }

  private static boolean has(List<String> wanted, @Nullable String value) {
    return wanted.isEmpty() || (value != null && wanted.contains(value));
  }
}
