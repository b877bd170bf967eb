package dev.rota.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.InvalidInput;
import dev.rota.Outcome;
import dev.rota.Report;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WorkerRunTest {
  private final MemorySource source = new MemorySource();
  private final Probe probe = new Probe();

  @Test
  void runsAJobAndReportsItsResultAndUsage() throws InterruptedException {
    long job = source.add("default", "sum");
    try (Worker worker =
        Worker.on(source)
            .handle(
                "sum",
                one -> {
                  one.count("items", 2);
                  one.count("items", 3);
                  one.cpuTime(Duration.ofMillis(7));
                  one.memoryPeak(9);
                  one.metadata("{\"a\":1}");
                  return "[" + one.payload() + "]";
                })
            .listener(probe)
            .start()) {
      Report report = source.awaitReport(job);
      assertThat(report.outcome()).isEqualTo(new Outcome.Completed("[{\"n\":" + job + "}]"));
      assertThat(report.usage().counters()).isEqualTo(Map.of("items", 5L));
      assertThat(report.usage().cpuMillis()).isEqualTo(7);
      assertThat(report.usage().memoryPeakMb()).isEqualTo(9);
      assertThat(report.usage().metadata()).isEqualTo("{\"a\":1}");
      probe.await("started " + job);
      probe.await("finished " + job + " Completed");
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
      assertThat(worker.stats().completed()).isEqualTo(1);
      assertThat(worker.stats().free()).isEqualTo(10);
    }
    assertThat(source.isClosed()).isTrue();
  }

  @Test
  void startsLeasesInTheOrderTheyCome() throws InterruptedException {
    List<Long> order = new CopyOnWriteArrayList<>();
    for (int i = 0; i < 2000; i++) {
      source.add("default", i % 3 == 0 ? "a" : "b");
    }
    try (Worker worker =
        Worker.on(source)
            .queue("default", 1)
            .run("a", job -> order.add(job.job()))
            .run("b", job -> order.add(job.job()))
            .pumps(1)
            .start()) {
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
    }
    assertThat(order).hasSize(2000).isSorted();
  }

  @Test
  void keepsTheConcurrencyOfEachQueueAndKind() throws InterruptedException {
    Map<String, AtomicInteger> now = new ConcurrentHashMap<>();
    Map<String, Integer> most = new ConcurrentHashMap<>();
    for (int i = 0; i < 600; i++) {
      source.add(i % 2 == 0 ? "left" : "right", i % 3 == 0 ? "rare" : "common");
    }
    Task task =
        job -> {
          for (String name : List.of(job.queue(), job.kind())) {
            int count = now.computeIfAbsent(name, n -> new AtomicInteger()).incrementAndGet();
            most.merge(name, count, Math::max);
          }
          Thread.sleep(1);
          now.values().forEach(count -> assertThat(count.get()).isNotNegative());
          for (String name : List.of(job.queue(), job.kind())) {
            now.computeIfAbsent(name, n -> new AtomicInteger()).decrementAndGet();
          }
        };
    try (Worker worker =
        Worker.on(source)
            .queue("left", 3)
            .queue("right", 5)
            .run("rare", 2, task)
            .run("common", task)
            .start()) {
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
      assertThat(worker.stats().completed()).isEqualTo(600);
    }
    assertThat(most.get("left")).isBetween(1, 3);
    assertThat(most.get("right")).isBetween(1, 5);
    assertThat(most.get("rare")).isBetween(1, 2);
  }

  @Test
  void fillsEverySlotAtATime() throws InterruptedException {
    CountDownLatch all = new CountDownLatch(25);
    source.addMany("default", "meet", 25);
    try (Worker worker =
        Worker.on(source)
            .queue("default", 25)
            .run(
                "meet",
                job -> {
                  all.countDown();
                  Probe.await(all);
                })
            .start()) {
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
      assertThat(worker.stats().completed()).isEqualTo(25);
    }
  }

  @Test
  void asksOnlyForKindsItHasHandlersAndRoomFor() throws InterruptedException {
    CountDownLatch open = new CountDownLatch(1);
    CountDownLatch inside = new CountDownLatch(1);
    source.add("default", "other");
    long one = source.add("default", "one");
    long two = source.add("default", "one");
    try (Worker worker =
        Worker.on(source)
            .queue("default", 4)
            .run(
                "one",
                1,
                job -> {
                  inside.countDown();
                  Probe.await(open);
                })
            .start()) {
      Probe.await(inside);
      assertThat(source.ready()).isEqualTo(2);
      assertThat(source.claims().getFirst().wants().getFirst().kinds()).isEqualTo(Map.of("one", 1));
      open.countDown();
      source.awaitReport(one);
      source.awaitReport(two);
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
    }
    assertThat(source.ready()).isEqualTo(1);
  }

  @Test
  void takesAnyKindOfItsQueuesWhenToldTo() throws InterruptedException {
    Set<String> any = ConcurrentHashMap.newKeySet();
    Set<String> own = ConcurrentHashMap.newKeySet();
    List.of("a", "b", "c").forEach(kind -> source.add("default", kind));
    source.add("foreign", "a");
    try (Worker worker =
        Worker.on(source)
            .run("b", job -> own.add(job.kind()))
            .handleAny(job -> {
              any.add(job.kind());
              return null;
            })
            .start()) {
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
    }
    assertThat(any).containsExactlyInAnyOrder("a", "c");
    assertThat(own).containsExactly("b");
    assertThat(source.ready()).isEqualTo(1);
    assertThat(source.claims().getFirst().wants().getFirst().kinds()).isEmpty();
  }

  @Test
  void takesUpNewWorkWithoutWaitingForThePoll() throws InterruptedException {
    try (Worker worker =
        Worker.on(source).poll(Duration.ofHours(1)).run("late", job -> {}).start()) {
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
      for (int i = 0; i < 50; i++) {
        source.awaitReport(source.add("default", "late"));
      }
    }
  }

  @Test
  void servesOneQueueWhileAnotherIsFull() throws InterruptedException {
    Semaphore gate = new Semaphore(0);
    source.addMany("slow", "wait", 10);
    try (Worker worker =
        Worker.on(source)
            .queue("slow", 2)
            .queue("fast", 2)
            .run("wait", job -> gate.acquire())
            .run("go", job -> {})
            .poll(Duration.ofHours(1))
            .start()) {
      for (int i = 0; i < 20; i++) {
        source.awaitReport(source.add("fast", "go"));
      }
      assertThat(worker.stats().queues().get("slow")).isEqualTo(new WorkerStats.Queue(2, 0, 0));
      gate.release(10);
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
      assertThat(worker.stats().completed()).isEqualTo(30);
    }
  }

  @Test
  void failsAJobWhoseResultIsNotJson() throws InterruptedException {
    long job = source.add("default", "bad");
    try (Worker worker = Worker.on(source).handle("bad", one -> "{").start()) {
      Outcome outcome = source.awaitReport(job).outcome();
      assertThat(outcome).isInstanceOf(Outcome.Failed.class);
      assertThat(((Outcome.Failed) outcome).error()).contains("result", "must be JSON");
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
    }
  }

  @Test
  void survivesErrorsOfEveryKind() throws InterruptedException {
    List<Throwable> errors =
        List.of(
            new OutOfMemoryError("none left"),
            new StackOverflowError(),
            new NoClassDefFoundError("gone"),
            new IllegalStateException("\0 in text"),
            new InterruptedException("own"));
    List<Long> jobs = new ArrayList<>();
    errors.forEach(error -> jobs.add(source.add("default", "boom")));
    try (Worker worker =
        Worker.on(source)
            .queue("default", 2)
            .handle("boom", job -> raise(errors.get(jobs.indexOf(job.job()))))
            .start()) {
      for (int i = 0; i < errors.size(); i++) {
        Outcome outcome = source.awaitReport(jobs.get(i)).outcome();
        assertThat(outcome).isInstanceOf(Outcome.Failed.class);
        Outcome.Failed failed = (Outcome.Failed) outcome;
        assertThat(failed.errorType()).isEqualTo(errors.get(i).getClass().getName());
        assertThat(failed.error()).doesNotContain("\0");
        assertThat(failed.stackTrace()).contains("WorkerRunTest");
      }
      assertThat(worker.stats().failed()).isEqualTo(errors.size());
    }
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> String raise(Throwable error) throws E {
    throw (E) error;
  }

  @Test
  void goesOnWhenItsListenerThrows() throws InterruptedException {
    long job = source.add("default", "fine");
    WorkerListener angry =
        new WorkerListener() {
          @Override
          public void started(dev.rota.Lease lease) {
            throw new IllegalStateException("angry");
          }
        };
    try (Worker worker = Worker.on(source).run("fine", one -> {}).listener(angry).start()) {
      assertThat(source.awaitReport(job).outcome()).isInstanceOf(Outcome.Completed.class);
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
    }
  }

  @Test
  void keepsOneJobsThreadFromTheNext() throws InterruptedException {
    InheritableThreadLocal<Long> left = new InheritableThreadLocal<>();
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    source.addMany("default", "leaves", 2000);
    try (Worker worker =
        Worker.on(source)
            .queue("default", 1)
            .run(
                "leaves",
                job -> {
                  assertThat(left.get()).isNull();
                  assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(loader);
                  assertThat(Thread.currentThread().getName()).isEqualTo("leaves-" + job.job());
                  left.set(job.job());
                })
            .start()) {
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
      assertThat(worker.stats().completed()).isEqualTo(2000);
    }
  }

  @Test
  void refusesSettingsThatMakeNoSense() {
    assertThatThrownBy(() -> Worker.on(source).start()).isInstanceOf(InvalidInput.class);
    assertThatThrownBy(() -> Worker.on(source).queue("x", 0)).isInstanceOf(InvalidInput.class);
    assertThatThrownBy(() -> Worker.on(source).batch(0)).isInstanceOf(InvalidInput.class);
    assertThatThrownBy(() -> Worker.on(source).run("a", j -> {}).run("a", j -> {}))
        .hasMessageContaining("has a handler already");
    assertThatThrownBy(() -> Worker.on(source).run("a", 1, j -> {}).handleAny(job -> null).start())
        .hasMessageContaining("handleAny");
  }
}
