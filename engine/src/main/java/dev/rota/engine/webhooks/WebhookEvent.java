package dev.rota.engine.webhooks;

import dev.rota.InvalidInput;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A WebhookEvent is one sort of thing that webhooks are told of. */
public enum WebhookEvent {
  JOB_COMPLETED("job.completed"),
  /** An attempt failed, and another will be made. */
  JOB_FAILED("job.failed"),
  /** A job failed, and no other attempt will be made. */
  JOB_DEAD("job.dead"),
  /** The worker of a job was lost, and the job goes back to its queue. */
  JOB_RECOVERED("job.recovered"),
  SCHEDULE_MISSED("schedule.missed"),
  ALERT_RAISED("alert.raised"),
  ALERT_CLEARED("alert.cleared");

  /** What a delivery is of that somebody asked for to try a webhook out. */
  public static final String TEST = "test";

  /** What a webhook listens to that does not say: all but the ordinary. */
  public static final Set<WebhookEvent> STANDARD =
      Set.copyOf(EnumSet.complementOf(EnumSet.of(JOB_COMPLETED)));

  private final String word;

  WebhookEvent(String word) {
    this.word = word;
  }

  /** Its name in the database, the API and in what is sent. */
  public String word() {
    return word;
  }

  @Override
  public String toString() {
    return word;
  }

  boolean isOfJob() {
    return word.startsWith("job.");
  }

  boolean isOfAlert() {
    return word.startsWith("alert.");
  }

  /** The events of these names. */
  public static Set<WebhookEvent> all(String field, List<String> words) {
    Set<WebhookEvent> events = EnumSet.noneOf(WebhookEvent.class);
    for (int i = 0; i < words.size(); i++) {
      events.add(of(field + "[" + i + "]", words.get(i)));
    }
    return events;
  }

  /** The event of this name. */
  public static WebhookEvent of(String field, String word) {
    return Arrays.stream(values())
        .filter(event -> event.word.equals(word))
        .findFirst()
        .orElseThrow(() ->
            new InvalidInput(
                field,
                word,
                "must be one of "
                    + Arrays.stream(values())
                        .map(WebhookEvent::word)
                        .collect(Collectors.joining(", "))));
  }
}
