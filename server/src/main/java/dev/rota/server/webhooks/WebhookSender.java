package dev.rota.server.webhooks;

import dev.rota.RotaException;
import dev.rota.engine.Engine;
import dev.rota.engine.webhooks.Deliveries;
import dev.rota.engine.webhooks.Delivery;
import dev.rota.engine.webhooks.Dispatch;
import dev.rota.engine.webhooks.Webhooks;
import dev.rota.server.http.Wire;
import dev.rota.worker.DoNotRetry;
import dev.rota.worker.Handler;
import dev.rota.worker.JobContext;
import dev.rota.worker.RetryAfter;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A WebhookSender is the handler of the kind {@code rota.webhook}: it carries out deliveries, and
 * writes down how that went.
 */
public final class WebhookSender implements Handler, AutoCloseable {
  private static final Duration WHILE_PAUSED = Duration.ofMinutes(1);

  private final Webhooks webhooks;
  private final Deliveries deliveries;
  private final Carrier post;
  private final Carrier mail;
  private final Consumer<String> counter;

  /**
   * @param counter is told {@code delivered}, {@code retried} or {@code failed} after each try
   */
  public WebhookSender(Engine engine, SenderOptions options, Consumer<String> counter) {
    this.webhooks = new Webhooks(engine);
    this.deliveries = new Deliveries(engine);
    this.post = new Post(options.userAgent(), options.allowPrivate());
    this.mail = new Mail(options.smtp(), options.from());
    this.counter = counter;
  }

  /** What the payload of a delivery's job is. */
  record Parcel(@Nullable Long delivery) {}

  @Override
  public String handle(JobContext job) throws InterruptedException {
    Long id = Wire.read(job.payload(), Parcel.class).delivery();
    Optional<Dispatch> found = id == null ? Optional.empty() : deliveries.dispatch(id);
    if (found.isEmpty()) {
      return "{\"dropped\": \"its webhook was deleted\"}";
    }
    Dispatch dispatch = found.get();
    if (dispatch.paused()) {
      throw new RetryAfter(WHILE_PAUSED, "The webhook is paused");
    }
    Attempt attempt = (dispatch.address().isMail() ? mail : post).carry(dispatch);
    return attempt.error() == null
        ? arrived(dispatch.delivery(), attempt)
        : failed(dispatch.delivery(), attempt, attempt.error(), job);
  }

  private String arrived(Delivery delivery, Attempt attempt) {
    deliveries.note(delivery.id(), Delivery.State.DELIVERED, attempt.status(), null);
    counter.accept(Delivery.State.DELIVERED.word());
    return "{\"status\": " + attempt.status() + "}";
  }

  private String failed(Delivery delivery, Attempt attempt, String error, JobContext job) {
    boolean over = attempt.lasting() || job.retries() >= job.maxRetries();
    deliveries.note(
        delivery.id(),
        over ? Delivery.State.FAILED : Delivery.State.PENDING,
        attempt.status(),
        error);
    counter.accept(over ? Delivery.State.FAILED.word() : "retried");
    if (attempt.isGone()) {
      webhooks.pause(delivery.webhook(), "rota", error);
    }
    if (attempt.lasting()) {
      throw new DoNotRetry(error);
    }
    Duration later = attempt.retryAfter();
    throw later == null ? new RotaException("not-delivered", error) : new RetryAfter(later, error);
  }

  @Override
  public void close() {
    post.close();
  }
}
