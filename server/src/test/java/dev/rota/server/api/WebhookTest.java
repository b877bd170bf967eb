package dev.rota.server.api;

import com.standardwebhooks.Webhook;
import dev.rota.engine.webhooks.Deliveries;
import dev.rota.engine.webhooks.Herald;
import dev.rota.server.SmtpAddress;
import dev.rota.server.webhooks.SenderOptions;
import dev.rota.server.webhooks.WebhookSender;
import dev.rota.testkit.Eventually;
import dev.rota.worker.DoNotRetry;
import dev.rota.worker.Worker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import tools.jackson.databind.JsonNode;

/**
 * A WebhookTest has a receiver of webhooks, and a worker that fails jobs and carries deliveries
 * out.
 */
abstract class WebhookTest extends ApiTest {
  static final Duration SOON = Duration.ofSeconds(30);

  final WebhookReceiver receiver = new WebhookReceiver();
  final List<String> counted = new CopyOnWriteArrayList<>();
  private @Nullable WebhookSender sender;
  private @Nullable Worker worker;

  /** Lets deliveries go out. */
  void work(boolean allowPrivate, @Nullable SmtpAddress smtp) {
    sender =
        new WebhookSender(
            engine,
            new SenderOptions("Rota/test", allowPrivate, smtp, "rota@example.org"),
            counted::add);
    worker =
        Worker.on(engine.source())
            .queue("default", 4)
            .queue(Deliveries.QUEUE, 8)
            .handle(Deliveries.KIND, sender)
            .handle("rota.echo", job -> job.payload())
            .handle(
                "rota.fail",
                job -> {
                  throw new DoNotRetry("as it was asked to");
                })
            .start();
  }

  void work() {
    work(true, null);
  }

  @AfterEach
  void closeWorkers() {
    if (worker != null) {
      worker.close();
    }
    if (sender != null) {
      sender.close();
    }
    receiver.close();
  }

  /** Puts a webhook to the receiver; gives its secret. */
  String webhook(String name, String more) {
    Answer answer =
        put("/api/v1/webhooks/" + name, "{\"url\": \"" + receiver.url() + "\"" + more + "}");
    if (answer.status() != 201) {
      throw new AssertionError(answer.toString());
    }
    return answer.at("/secret");
  }

  /** Makes deliveries of what has happened by now. */
  int tell() {
    return Herald.open(engine, new WebhookTelling(engine, scheduler), Duration.ofDays(30)).tell();
  }

  /** Lets a job end so, and tells of it. */
  String runs(String kind) throws InterruptedException {
    String id = create("{\"kind\": \"" + kind + "\", \"payload\": {\"n\": 1}}");
    String end = kind.equals("rota.fail") ? "failed" : "completed";
    Eventually.await(SOON, () -> get("/api/v1/jobs/" + id).at("/status").equals(end), end);
    tell();
    return id;
  }

  JsonNode latest() {
    return get("/api/v1/deliveries").json().at("/deliveries/0");
  }

  /** The latest delivery, once it is so. */
  JsonNode latest(String state) throws InterruptedException {
    Eventually.await(
        SOON,
        () -> {
          JsonNode delivery = latest();
          if (delivery.at("/state").asString().equals(state)) {
            return true;
          }
          throw new IllegalStateException(delivery.toString());
        },
        state);
    return latest();
  }

  static void verify(String secret, WebhookReceiver.Got got) throws Exception {
    new Webhook(secret).verify(got.body(), got.headers());
  }
}
