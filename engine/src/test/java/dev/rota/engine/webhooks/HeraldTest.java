package dev.rota.engine.webhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.Claim;
import dev.rota.JobState;
import dev.rota.Lease;
import dev.rota.NewJob;
import dev.rota.Outcome;
import dev.rota.RetryPolicy;
import dev.rota.RotaException;
import dev.rota.engine.Engine;
import dev.rota.engine.EngineTest;
import dev.rota.engine.alerts.AlertOptions;
import dev.rota.engine.alerts.Alerts;
import dev.rota.engine.scheduler.NewSchedule;
import dev.rota.engine.scheduler.Scheduler;
import dev.rota.engine.scheduler.SchedulerOptions;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How what happens becomes deliveries: each once, to whoever listens and to nobody else. */
final class HeraldTest extends EngineTest {
  private static final String URL = "https://example.org/hook";

  private Webhooks webhooks;
  private Deliveries deliveries;
  private Herald herald;

  @BeforeEach
  void desk() {
    webhooks = new Webhooks(engine);
    deliveries = new Deliveries(engine);
    herald = herald(engine);
  }

  private static Herald herald(Engine on) {
    return Herald.open(on, new PlainTelling(on), Duration.ofDays(30));
  }

  private void put(NewWebhook wish) {
    webhooks.put(wish, null, "ada");
  }

  private static NewWebhook all(String name) {
    return NewWebhook.of(name, URL).withEvents(EnumSet.allOf(WebhookEvent.class));
  }

  private static WebhookFilter queues(String... names) {
    return new WebhookFilter(List.of(names), List.of(), List.of(), List.of(), List.of(), List.of());
  }

  /** What was told since the last time, oldest first, as in {@code hook job.dead}. */
  private List<String> told() {
    herald.tell();
    List<String> told =
        texts(
            "SELECT w.name || ' ' || d.event FROM rota.delivery d JOIN rota.webhook w ON w.id = d.webhook ORDER BY d.id");
    update("DELETE FROM rota.delivery");
    return told;
  }

  private void run(NewJob job, Outcome outcome) {
    enqueue(job);
    report(claimOne(), outcome);
  }

  private void completed() {
    run(NewJob.of("a", "{}"), new Outcome.Completed(null));
  }

  private void dead() {
    run(NewJob.of("a", "{}"), failure(new Outcome.Retry.Never()));
  }

  @Test
  void theEndsOfJobsAreToldToWhoeverListens() {
    put(all("everything"));
    put(NewWebhook.of("standard", URL));
    completed();
    assertThat(told()).containsExactly("everything job.completed");
    enqueue(NewJob.kind("a").maxRetries(1).retry(RetryPolicy.IMMEDIATE).build());
    fail(claimOne());
    assertThat(told()).containsExactly("everything job.failed", "standard job.failed");
    fail(claimOne());
    assertThat(told()).containsExactly("everything job.dead", "standard job.dead");
    assertThat(told()).isEmpty();
  }

  @Test
  void nothingIsNotedWhileNobodyListens() {
    put(NewWebhook.of("quiet", URL).withFilter(queues("other")));
    completed();
    dead();
    assertThat(count("webhook_note")).isZero();
    webhooks.delete("quiet", "ada");
    dead();
    assertThat(count("webhook_note")).isZero();
  }

  @Test
  void aCancelledJobIsNoEvent() {
    put(all("hook"));
    long job = enqueue("a");
    engine.jobs().cancel(job, "ada");
    enqueue("a");
    report(claimOne(), new Outcome.Cancelled());
    assertThat(told()).isEmpty();
  }

  @Test
  void aJobWhoseWorkerIsLostIsToldAsRecoveredAndInTheEndAsDead() {
    put(all("hook"));
    enqueue(NewJob.kind("a").maxRetries(1).build());
    claimOne();
    assertThat(engine.recover(Duration.ZERO)).isNotNull();
    assertThat(told()).containsExactly("hook job.recovered");
    claimOne();
    engine.recover(Duration.ZERO);
    assertThat(told()).containsExactly("hook job.dead");
    long job = enqueue("b");
    claimOne();
    engine.jobs().release(job, "ada");
    assertThat(told()).as("a lock that was cleared by hand is no loss").isEmpty();
  }

  @Test
  void aJobThatFailsBecauseItsParentDidIsDead() {
    put(all("hook"));
    long parent = enqueue("a");
    enqueue(
        NewJob.kind("b").dependsOn(parent).onParentFailure(dev.rota.OnParentFailure.FAIL).build());
    report(claimOne(), failure(new Outcome.Retry.Never()));
    engine.tick();
    assertThat(told()).containsExactly("hook job.dead", "hook job.dead");
  }

  @Test
  void filtersLetThroughWhatTheyName() {
    put(all("queue").withFilter(queues("default")));
    put(all("elsewhere").withFilter(queues("elsewhere")));
    put(all("kind").withFilter(filter(List.of("a"), List.of(), List.of())));
    put(all("tag").withFilter(filter(List.of(), List.of("x", "y"), List.of())));
    put(all("tenant").withFilter(filter(List.of(), List.of(), List.of("acme"))));
    completed();
    assertThat(told()).containsExactly("queue job.completed", "kind job.completed");
    run(NewJob.kind("b").tags("y", "z").tenant("acme").build(), new Outcome.Completed(null));
    assertThat(told())
        .containsExactly("queue job.completed", "tag job.completed", "tenant job.completed");
  }

  private static WebhookFilter filter(List<String> kinds, List<String> tags, List<String> tenants) {
    return new WebhookFilter(List.of(), kinds, tags, List.of(), tenants, List.of());
  }

  @Test
  void oneThatIsToldOfChangesOnlyHearsOfTheFirstFailureAndOfItsEnd() {
    put(all("hook").withOnChangeOnly(true));
    put(
        NewWebhook.of("dead", URL)
            .withEvents(Set.of(WebhookEvent.JOB_DEAD))
            .withOnChangeOnly(true));
    completed();
    assertThat(told()).as("all is well, as it was").isEmpty();
    dead();
    assertThat(told()).containsExactly("hook job.dead", "dead job.dead");
    dead();
    dead();
    assertThat(told()).isEmpty();
    run(NewJob.of("b", "{}"), new Outcome.Completed(null));
    assertThat(told()).as("another kind").isEmpty();
    completed();
    completed();
    assertThat(told()).containsExactly("hook job.completed");
    dead();
    completed();
    dead();
    assertThat(told())
        .containsExactly(
            "hook job.dead",
            "dead job.dead",
            "hook job.completed",
            "hook job.dead",
            "dead job.dead");
    assertThat(count("webhook_trouble")).isEqualTo(2);
  }

  @Test
  void aRetryThatWorksIsNoChangeOfTheOutcome() {
    put(all("hook").withOnChangeOnly(true));
    for (int i = 0; i < 2; i++) {
      enqueue(NewJob.kind("a").maxRetries(3).retry(RetryPolicy.IMMEDIATE).build());
      fail(claimOne());
      fail(claimOne());
      complete(claimOne());
      assertThat(told()).containsExactly("hook job.failed");
    }
  }

  @Test
  void theTimesOfAScheduleThatPassedWithoutARunAreToldTogether() {
    put(all("hook"));
    put(all("other").withFilter(schedules("another")));
    try (Scheduler scheduler = Scheduler.open(engine, SchedulerOptions.builder().build())) {
      scheduler
          .schedules()
          .put(
              NewSchedule.of("report", NewJob.of("a", "{}"))
                  .trigger("@hourly")
                  .catchUpMax(0)
                  .build(),
              "ada");
      clock.advance(Duration.ofHours(5));
      scheduler.tick();
    }
    herald.tell();
    assertThat(texts("SELECT event || ' ' || subject FROM rota.delivery"))
        .containsExactly("schedule.missed schedule:report");
    assertThat(text("SELECT body::json #>> '{data,schedule,name}' FROM rota.delivery"))
        .isEqualTo("report");
    assertThat(text("SELECT body::json #>> '{data,occurrence,fate}' FROM rota.delivery"))
        .isEqualTo("missed");
    assertThat(
            Integer.parseInt(
                text("SELECT body::json #>> '{data,occurrence,times}' FROM rota.delivery")))
        .isGreaterThanOrEqualTo(4);
  }

  private static WebhookFilter schedules(String name) {
    return new WebhookFilter(List.of(), List.of(), List.of(), List.of(name), List.of(), List.of());
  }

  @Test
  void alertsAreToldWhenTheyAreRaisedAndWhenTheyAreCleared() {
    put(all("hook"));
    put(all("depth").withFilter(alerts("queue_depth")));
    put(all("slower").withFilter(alerts("slower")));
    AlertOptions options =
        new AlertOptions(
            Duration.ofSeconds(30), 5, 10, Duration.ofHours(1), Duration.ofMinutes(5), 80, 200, 2);
    Alerts alerts = Alerts.open(engine, options);
    for (int i = 0; i < 6; i++) {
      enqueue("a");
    }
    alerts.check();
    assertThat(told()).containsExactly("hook alert.raised", "depth alert.raised");
    alerts.check();
    assertThat(told()).isEmpty();
    webhooks.put(
        NewWebhook.of("hook", URL).withEvents(Set.of(WebhookEvent.ALERT_CLEARED)), null, "ada");
    claim(10).forEach(this::complete);
    clock.advance(Duration.ofMinutes(1));
    alerts.check();
    herald.tell();
    assertThat(texts("SELECT subject FROM rota.delivery WHERE event = 'alert.cleared'"))
        .containsExactly("alert:queue_depth", "alert:queue_depth");
  }

  private static WebhookFilter alerts(String rule) {
    return new WebhookFilter(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(rule));
  }

  @Test
  void aDeliveryIsAJobThatKnowsNothingButTheDelivery() {
    Webhooks.Put put = webhooks.put(all("hook").withMaxAttempts(3), null, "ada");
    assertThat(put.isNew()).isTrue();
    assertThat(put.secret()).isNotNull();
    assertThat(webhooks.put(all("hook").withMaxAttempts(3), null, "ada").secret()).isNull();
    dead();
    herald.tell();
    Delivery delivery = deliveries.list("hook", "pending", 10, null).items().get(0);
    assertThat(job(delivery.job()).payload()).isEqualTo("{\"delivery\": " + delivery.id() + "}");
    assertThat(job(delivery.job()).maxRetries()).isEqualTo(2);
    assertThat(job(delivery.job()).queue()).isEqualTo("rota.webhooks");
    assertThat(delivery.body()).startsWith("{\"type\":\"job.dead\",\"timestamp\":\"");
    assertThat(texts("SELECT details::text FROM rota.event"))
        .noneMatch(text -> text.contains("whsec"));
    deliverAll(failure(new Outcome.Retry.Never()));
    assertThat(told()).as("what becomes of deliveries is not told").hasSize(1);
  }

  private void deliverAll(Outcome outcome) {
    List<Lease> leases = source.exchange(List.of(), Claim.of(Deliveries.QUEUE, 100)).leases();
    leases.forEach(lease -> report(lease, outcome));
  }

  @Test
  void aDeliveryWhoseJobEndsWithoutAWordHasFailed() {
    put(all("hook"));
    dead();
    herald.tell();
    herald.sweep();
    assertThat(deliveries.counts()).isEqualTo(new Deliveries.Counts(1, 0));
    deliverAll(failure(new Outcome.Retry.Never()));
    herald.sweep();
    assertThat(deliveries.counts()).isEqualTo(new Deliveries.Counts(0, 1));
    assertThat(deliveries.list("hook", "failed", 10, null).items()).hasSize(1);
    clock.advance(Duration.ofDays(31));
    herald.sweep();
    assertThat(count("delivery")).isZero();
  }

  @Test
  void aPausedWebhookIsToldNothingAndHoldsWhatWaits() {
    put(all("hook"));
    dead();
    herald.tell();
    long waiting = deliveries.list(null, null, 10, null).items().get(0).job();
    dead();
    Webhook paused = webhooks.pause("hook", "ada", "maintenance");
    assertThat(paused.isActive()).isFalse();
    assertThat(paused.pausedReason()).isEqualTo("maintenance");
    assertThat(state(waiting)).isEqualTo(JobState.PAUSED);
    dead();
    herald.tell();
    assertThat(count("delivery")).isEqualTo(1);
    assertThatThrownBy(() -> deliveries.test("hook", "ada"))
        .isInstanceOf(RotaException.class)
        .hasMessage("webhook hook is paused, maintenance: resume it first");
    webhooks.resume("hook", "ada");
    assertThat(state(waiting)).isEqualTo(JobState.PENDING);
    dead();
    herald.tell();
    assertThat(count("delivery")).isEqualTo(2);
    assertThat(texts("SELECT type FROM rota.event WHERE type LIKE 'webhook.%' ORDER BY id"))
        .containsExactly("webhook.created", "webhook.paused", "webhook.resumed");
  }

  @Test
  void aRepeatHasTheBodyAndTheMessageOfWhatItRepeats() {
    put(all("hook"));
    dead();
    herald.tell();
    Delivery first = deliveries.list(null, null, 10, null).items().get(0);
    deliveries.note(first.id(), Delivery.State.DELIVERED, 204, null);
    Delivery again = deliveries.repeat(first.id(), "ada");
    assertThat(again.repeats()).isEqualTo(first.id());
    assertThat(again.message()).isEqualTo(first.message());
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(again.job()).isNotEqualTo(first.job());
    assertThat(deliveries.list("hook", "delivered", 10, null).items()).hasSize(1);
    Delivery trial = deliveries.test("hook", "ada");
    assertThat(trial.event()).isEqualTo("test");
    assertThat(trial.message()).isNotEqualTo(first.message());
  }

  @Test
  void whileASecretIsRotatedBothSign() {
    WebhookSecret before = webhooks.put(all("hook"), null, "ada").secret();
    Webhooks.Rotated rotated = webhooks.rotate("hook", Duration.ofHours(24), "ada");
    long delivery = deliveries.test("hook", "ada").id();
    assertThat(deliveries.dispatch(delivery).orElseThrow().secrets())
        .containsExactly(rotated.secret(), before);
    assertThat(webhooks.signsWith("hook", rotated.secret())).isTrue();
    clock.advance(Duration.ofHours(25));
    assertThat(deliveries.dispatch(delivery).orElseThrow().secrets())
        .containsExactly(rotated.secret());
    put(NewWebhook.of("mail", "mailto:ada@example.org"));
    assertThatThrownBy(() -> webhooks.rotate("mail", Duration.ofHours(1), "ada"))
        .hasMessage("webhook mail sends mail, which is not signed");
  }

  @Test
  void twoHeraldsTellEachEventOnceAndATransactionThatIsLateIsNotForgotten() throws Exception {
    put(all("hook"));
    for (int i = 0; i < 700; i++) {
      enqueue("a");
    }
    claim(1_000).forEach(this::complete);
    Engine other = open(patient("node-b"));
    Thread helper = Thread.ofPlatform().start(() -> herald(other).tell());
    herald.tell();
    helper.join();
    assertThat(count("delivery")).isEqualTo(700);
    try (var late = pool.getConnection();
        var statement = late.createStatement()) {
      late.setAutoCommit(false);
      statement.execute(
          "INSERT INTO rota.webhook_note (event, details) VALUES ('alert.raised', '{\"rule\": \"slower\"}')");
      dead();
      herald.tell();
      late.commit();
    }
    herald.tell();
    assertThat(count("delivery")).isEqualTo(702);
    assertThat(count("webhook_note")).isZero();
  }

  @Test
  void aHeraldThatIsStoppedInTheMiddleHasDoneNothing() {
    put(all("hook"));
    dead();
    Herald broken =
        Herald.open(engine, new BrokenTelling(new PlainTelling(engine)), Duration.ofDays(30));
    assertThatThrownBy(broken::tell).hasMessage("stopped");
    assertThat(count("delivery")).isZero();
    assertThat(count("webhook_note")).isEqualTo(1);
    assertThat(told()).containsExactly("hook job.dead");
  }

  /** Fails after the notes were taken. */
  private record BrokenTelling(Telling real) implements Telling {
    @Override
    public java.util.Map<Long, String> jobs(java.util.Collection<Long> ids) {
      throw new IllegalStateException("stopped");
    }

    @Override
    public java.util.Map<Long, String> executions(java.util.Collection<Long> ids) {
      return real.executions(ids);
    }

    @Override
    public String schedule(String name) {
      return name;
    }

    @Override
    public String alert(String noted) {
      return noted;
    }

    @Override
    public String job(long id) {
      return real.job(id);
    }
  }
}
