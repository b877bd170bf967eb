package dev.rota.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.standardwebhooks.exceptions.WebhookVerificationException;
import dev.rota.server.SmtpAddress;
import dev.rota.testkit.Eventually;
import dev.rota.testkit.MovableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What a receiver gets, and what becomes of deliveries to one that fails, hangs or is gone. */
class WebhookDeliveryTest extends WebhookTest {

  @Test
  void a_failed_job_is_told_signed_and_as_the_api_shows_it() throws Exception {
    work();
    String secret = webhook("ops", "");
    String id = runs("rota.fail");
    JsonNode delivery = latest("delivered");
    assertThat(delivery.at("/event").asString()).isEqualTo("job.dead");
    assertThat(delivery.at("/subject").asString()).isEqualTo("job:" + id);
    assertThat(delivery.at("/attempts").asInt()).isEqualTo(1);
    assertThat(delivery.at("/status").asInt()).isEqualTo(204);
    WebhookReceiver.Got got = receiver.got().get(0);
    verify(secret, got);
    assertThatThrownBy(
            () -> verify(secret, new WebhookReceiver.Got(got.headers(), got.body() + " ", false)))
        .isInstanceOf(WebhookVerificationException.class);
    assertThat(got.header("webhook-id")).isEqualTo(delivery.at("/webhook_id").asString());
    assertThat(got.header("user-agent")).isEqualTo("Rota/test");
    assertThat(got.header("content-type")).isEqualTo("application/json");
    JsonNode body = JSON.readTree(got.body());
    assertThat(body).isEqualTo(delivery.at("/body"));
    assertThat(body.at("/type").asString()).isEqualTo("job.dead");
    assertThat(Instant.parse(body.at("/timestamp").asString())).isNotNull();
    assertThat(body.at("/data/job/id").asString()).isEqualTo(id);
    assertThat(body.at("/data/job/status").asString()).isEqualTo("failed");
    assertThat(body.at("/data/job/payload/n").asInt()).isEqualTo(1);
    assertThat(body.at("/data/execution/error_message").asString()).isEqualTo("as it was asked to");
    String job = get("/api/v1/jobs/" + delivery.at("/job_id").asString()).text();
    assertThat(job).contains("rota.webhook").doesNotContain(secret);
    assertThat(get("/api/v1/events").text()).doesNotContain(secret);
    assertThat(counted).containsExactly("delivered");
    JsonNode webhook = get("/api/v1/webhooks/ops").json();
    assertThat(webhook.at("/last_state").asString()).isEqualTo("delivered");
    assertThat(webhook.at("/deliveries_24h").asInt()).isEqualTo(1);
  }

  @Test
  void a_receiver_that_fails_is_tried_again_with_the_same_message() throws Exception {
    work();
    receiver.answer(500);
    String secret = webhook("ops", "");
    runs("rota.fail");
    Eventually.await(SOON, () -> counted.contains("retried"), "a first try");
    assertThat(latest().at("/state").asString()).isEqualTo("pending");
    assertThat(latest().at("/error").asString()).isEqualTo("the receiver answered 500");
    new MovableClock(database).advance(Duration.ofSeconds(7));
    JsonNode delivery = latest("delivered");
    assertThat(delivery.at("/attempts").asInt()).isEqualTo(2);
    assertThat(delivery.at("/error").isNull()).isTrue();
    WebhookReceiver.Got first = receiver.got().get(0);
    WebhookReceiver.Got second = receiver.got().get(1);
    assertThat(second.header("webhook-id")).isEqualTo(first.header("webhook-id"));
    assertThat(second.body()).isEqualTo(first.body());
    verify(secret, second);
  }

  @Test
  void a_receiver_that_hangs_is_given_up_after_its_time_and_its_number_of_tries() throws Exception {
    work();
    receiver.answer(WebhookReceiver.HANG);
    webhook("ops", ", \"timeout_seconds\": 1, \"max_attempts\": 1");
    runs("rota.fail");
    JsonNode delivery = latest("failed");
    assertThat(delivery.at("/error").asString()).isEqualTo("no answer within 1000 ms");
    assertThat(delivery.at("/status").isNull()).isTrue();
    assertThat(get("/api/v1/webhooks/ops").at("/failed_24h")).isEqualTo("1");
    assertThat(get("/api/v1/deliveries?state=failed").json().at("/deliveries").size()).isEqualTo(1);
    assertThat(get("/api/v1/webhooks/ops/deliveries?state=delivered").json().at("/deliveries"))
        .isEmpty();
  }

  @Test
  void a_repeat_is_known_to_a_receiver_that_has_it_already() throws Exception {
    work();
    webhook("ops", "");
    runs("rota.fail");
    JsonNode delivery = latest("delivered");
    String id = delivery.at("/id").asString();
    Answer repeated = post("/api/v1/deliveries/" + id + "/repeat", "");
    assertThat(repeated.status()).isEqualTo(202);
    assertThat(repeated.at("/repeats")).isEqualTo(id);
    assertThat(repeated.headers().firstValue("location").orElse(""))
        .isEqualTo("/api/v1/deliveries/" + repeated.at("/id"));
    latest("delivered");
    assertThat(receiver.got()).hasSize(2);
    assertThat(receiver.got().get(0).isDouble()).isFalse();
    assertThat(receiver.got().get(1).isDouble()).isTrue();
    assertThat(receiver.got().get(1).body()).isEqualTo(receiver.got().get(0).body());
  }

  @Test
  void a_receiver_that_is_gone_is_told_nothing_any_more() throws Exception {
    work();
    receiver.answer(410);
    webhook("ops", "");
    runs("rota.fail");
    JsonNode delivery = latest("failed");
    assertThat(delivery.at("/status").asInt()).isEqualTo(410);
    Eventually.await(
        SOON, () -> get("/api/v1/webhooks/ops").at("/active").equals("false"), "paused");
    assertThat(get("/api/v1/webhooks/ops").at("/paused_reason"))
        .isEqualTo("the receiver answered 410: it is gone for good");
    runs("rota.fail");
    assertThat(get("/api/v1/deliveries").json().at("/deliveries").size()).isEqualTo(1);
    Answer refused = post("/api/v1/deliveries/" + delivery.at("/id").asString() + "/repeat", "");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.at("/code")).isEqualTo("webhook-paused");
    post("/api/v1/webhooks/ops/resume", "");
    assertThat(post("/api/v1/webhooks/ops/test", "").at("/event")).isEqualTo("test");
    assertThat(latest("delivered").at("/body/data/webhook").asString()).isEqualTo("ops");
  }

  @Test
  void a_receiver_that_wants_to_be_left_alone_is() throws Exception {
    work();
    receiver.answer(429).retryAfter("3600");
    webhook("ops", "");
    runs("rota.fail");
    Eventually.await(SOON, () -> counted.contains("retried"), "a first try");
    String job = latest().at("/job_id").asString();
    Eventually.await(
        SOON, () -> get("/api/v1/jobs/" + job).at("/status").equals("scheduled"), "put off");
    Duration wait =
        Duration.between(
            Instant.parse(get("/api/v1/jobs/" + job).at("/updated_at")),
            Instant.parse(get("/api/v1/jobs/" + job).at("/next_run_at")));
    assertThat(wait).isBetween(Duration.ofMinutes(55), Duration.ofMinutes(61));
  }

  @Test
  void a_redirect_is_not_followed() throws Exception {
    work();
    receiver.answer(302);
    webhook("ops", ", \"max_attempts\": 1");
    runs("rota.fail");
    assertThat(latest("failed").at("/error").asString())
        .isEqualTo("the receiver answered 302: redirects are not followed");
    assertThat(receiver.got()).hasSize(1);
  }

  @Test
  void private_addresses_are_out_of_reach_unless_they_are_allowed() throws Exception {
    work(false, null);
    webhook("ops", "");
    runs("rota.fail");
    JsonNode delivery = latest("failed");
    assertThat(delivery.at("/error").asString())
        .isEqualTo(
            "127.0.0.1 is out of reach: 127.0.0.1 is a loopback address (ROTA_WEBHOOKS_ALLOW_PRIVATE=true would allow it)");
    assertThat(delivery.at("/attempts").asInt()).isEqualTo(1);
    assertThat(receiver.got()).isEmpty();
  }

  @Test
  void while_a_secret_is_rotated_receivers_with_either_can_tell() throws Exception {
    work();
    String before = webhook("ops", "");
    String after = post("/api/v1/webhooks/ops/rotate", "{\"overlap_hours\": 1}").at("/secret");
    assertThat(after).startsWith("whsec_").isNotEqualTo(before);
    post("/api/v1/webhooks/ops/test", "");
    latest("delivered");
    verify(before, receiver.got().get(0));
    verify(after, receiver.got().get(0));
    String last = post("/api/v1/webhooks/ops/rotate", "{\"overlap_hours\": 0}").at("/secret");
    post("/api/v1/webhooks/ops/test", "");
    Eventually.await(SOON, () -> receiver.got().size() == 2, "a second delivery");
    verify(last, receiver.got().get(1));
    assertThatThrownBy(() -> verify(after, receiver.got().get(1)))
        .isInstanceOf(WebhookVerificationException.class);
  }

  @Test
  void mail_goes_to_every_mailbox_by_a_server_that_wants_a_password() throws Exception {
    try (MailServer mails = new MailServer()) {
      work(
          true,
          Objects.requireNonNull(
              SmtpAddress.parse("smtp://rota:secret@127.0.0.1:" + mails.port())));
      Answer made =
          put(
              "/api/v1/webhooks/people",
              "{\"url\": \"mailto:ada@example.org,bob@example.org\", \"max_attempts\": 1}");
      assertThat(made.status()).isEqualTo(201);
      assertThat(made.json().has("secret")).isFalse();
      String id = runs("rota.fail");
      JsonNode delivery = latest("delivered");
      assertThat(delivery.at("/status").isNull()).isTrue();
      assertThat(mails.recipients()).containsExactly("ada@example.org", "bob@example.org");
      assertThat(mails.mails().get(0))
          .contains("Subject: [Rota] job.dead job:" + id)
          .contains("From: rota@example.org")
          .contains("Message-ID: <" + delivery.at("/webhook_id").asString() + "@rota>")
          .contains("\"status\" : \"failed\"");
    }
  }

  @Test
  void mail_without_a_mail_server_fails_and_says_why() throws Exception {
    work();
    put("/api/v1/webhooks/people", "{\"url\": \"mailto:ada@example.org\"}");
    runs("rota.fail");
    assertThat(latest("failed").at("/error").asString())
        .isEqualTo("there is no mail server: ROTA_SMTP_URL is not set on this node");
  }

  @Test
  void mail_that_a_server_does_not_take_is_tried_again() throws Exception {
    try (MailServer mails = new MailServer()) {
      work(
          true,
          Objects.requireNonNull(SmtpAddress.parse("smtp://rota:wrong@127.0.0.1:" + mails.port())));
      put("/api/v1/webhooks/people", "{\"url\": \"mailto:ada@example.org\"}");
      runs("rota.fail");
      Eventually.await(SOON, () -> counted.contains("retried"), "a first try");
      assertThat(latest().at("/error").asString())
          .startsWith("the mail server 127.0.0.1 failed: 535")
          .doesNotContain("wrong");
      assertThat(mails.mails()).isEmpty();
    }
  }
}
