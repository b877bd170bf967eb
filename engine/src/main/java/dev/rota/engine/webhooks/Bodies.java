package dev.rota.engine.webhooks;

import dev.rota.engine.webhooks.DeliveryJobs.Wish;
import dev.rota.engine.webhooks.Herald.Telegram;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Bodies are what deliveries carry, written once for all webhooks that get the same. */
final class Bodies {
  private final Telling telling;

  Bodies(Telling telling) {
    this.telling = telling;
  }

  /** What is to be delivered; of a job that was deleted meanwhile there is nothing to tell. */
  List<Wish> of(List<Telegram> telegrams) {
    Map<Long, String> jobs = telling.jobs(ids(telegrams, Note::job));
    Map<Long, String> executions = telling.executions(ids(telegrams, Note::execution));
    Map<Long, String> bodies = new HashMap<>();
    List<Wish> wishes = new ArrayList<>();
    for (Telegram telegram : telegrams) {
      Note note = telegram.note();
      String body =
          bodies.computeIfAbsent(note.id(), id -> body(note, data(note, jobs, executions)));
      if (!body.isEmpty()) {
        wishes.add(
            new Wish(
                telegram.webhook(),
                telegram.definition(),
                note.event().word(),
                subject(note),
                note.identity(),
                null,
                body,
                null));
      }
    }
    return wishes;
  }

  private static Set<Long> ids(List<Telegram> telegrams, Function<Note, @Nullable Long> id) {
    return telegrams.stream()
        .map(telegram -> id.apply(telegram.note()))
        .filter(Objects::nonNull)
        .collect(Collectors.toSet());
  }

  private static String body(Note note, @Nullable String data) {
    return data == null ? "" : Deliveries.body(note.event().word(), note.at(), data);
  }

  private @Nullable String data(Note note, Map<Long, String> jobs, Map<Long, String> executions) {
    if (note.event().isOfAlert()) {
      return "{\"alert\":" + telling.alert(String.valueOf(note.details())) + "}";
    }
    if (note.event() == WebhookEvent.SCHEDULE_MISSED) {
      String name = note.scheduleName();
      String schedule = name == null ? null : telling.schedule(name);
      return schedule == null
          ? null
          : "{\"schedule\":%s,\"occurrence\":%s}".formatted(schedule, note.details());
    }
    String job = note.job() == null ? null : jobs.get(note.job());
    String execution = note.execution() == null ? null : executions.get(note.execution());
    return job == null ? null : "{\"job\":%s,\"execution\":%s}".formatted(job, execution);
  }

  private @Nullable String subject(Note note) {
    if (note.job() != null) {
      return "job:" + telling.job(note.job());
    }
    return note.scheduleName() != null
        ? "schedule:" + note.scheduleName()
        : "alert:" + note.alertRule();
  }
}
