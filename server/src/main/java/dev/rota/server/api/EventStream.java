package dev.rota.server.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Event;
import dev.rota.engine.EventLog;
import dev.rota.engine.QueuePulse;
import dev.rota.server.http.Wire;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An EventStream tells one listener what happens, for as long as he listens. It keeps nothing for
 * him but his place: who reads slowly is told later, and of the figures only the last.
 */
final class EventStream {
  private static final Duration QUIET = Duration.ofSeconds(15);
  private static final int PAGE = 500;

  private final EventLog log;
  private final EventFeed feed;
  private final OutputStream out;
  private long lastId;
  private @Nullable Instant toldTo;
  private long wroteAt = System.nanoTime();

  EventStream(EventLog log, EventFeed feed, OutputStream out) {
    this.log = log;
    this.feed = feed;
    this.out = out;
  }

  /** FiguresView is what happened to the jobs of each queue in a span of time. */
  record FiguresView(Instant from, Instant to, List<QueuePulse> queues) {}

  /**
   * Tells what comes; and first, if the listener names the last event he knows, what came since.
   */
  void run(EventFeed.Batch joined, @Nullable Long known) throws IOException, InterruptedException {
    lastId = known == null ? joined.newest() : known;
    toldTo = joined.figures().to();
    write("retry: 2000\n\n");
    catchUp(joined.newest());
    EventFeed.Batch batch = joined;
    while (feed.isOpen()) {
      batch = feed.read(batch.end());
      tell(batch);
    }
  }

  private void tell(EventFeed.Batch batch) throws IOException {
    if (batch.behind()) {
      catchUp(batch.newest());
    }
    for (Event event : batch.events()) {
      tell(event);
    }
    EventFeed.Figures figures = batch.figures();
    if (toldTo == null || figures.to().isAfter(toldTo)) {
      toldTo = figures.to();
      if (!figures.queues().isEmpty()) {
        String shown = Wire.write(new FiguresView(figures.from(), figures.to(), figures.queues()));
        write("event: figures\ndata: " + shown + "\n\n");
      }
    }
    if (System.nanoTime() - wroteAt >= QUIET.toNanos()) {
      write(": nothing new\n\n");
    }
  }

  /** Reads on in the log, a page at a time. */
  private void catchUp(long newest) throws IOException {
    while (lastId < newest && feed.isOpen()) {
      List<Event> page = log.after(lastId, PAGE);
      for (Event event : page) {
        tell(event);
      }
      if (page.size() < PAGE) {
        return;
      }
    }
  }

  private void tell(Event event) throws IOException {
    write(
        "id: " + event.id() + "\nevent: event\ndata: " + Wire.write(EventView.of(event)) + "\n\n");
    lastId = Math.max(lastId, event.id());
  }

  private void write(String text) throws IOException {
    out.write(text.getBytes(UTF_8));
    out.flush();
    wroteAt = System.nanoTime();
  }
}
