package dev.rota.crawler;

import dev.rota.Lease;
import dev.rota.worker.JobContext;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** OneJob is a job without a queue, which remembers what its handler says. */
final class OneJob implements JobContext {
  final Map<String, Long> counters = new ConcurrentHashMap<>();
  final List<String> messages = new CopyOnWriteArrayList<>();
  volatile Duration cpu;
  volatile int memory;
  private final Lease lease;

  OneJob(long id, String payload) {
    lease =
        new Lease(
            id,
            id,
            "crawl",
            "crawl",
            payload,
            1,
            0,
            3,
            0,
            null,
            List.of(),
            "{}",
            null,
            Instant.EPOCH);
  }

  @Override
  public Lease lease() {
    return lease;
  }

  @Override
  public void progress(int percent, String message) {
    messages.add(percent + " " + message);
  }

  @Override
  public void count(String counter, long n) {
    counters.merge(counter, n, Long::sum);
  }

  @Override
  public void cpuTime(Duration used) {
    cpu = used;
  }

  @Override
  public void memoryPeak(int megabytes) {
    memory = megabytes;
  }

  @Override
  public void metadata(String jsonObject) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean isCancelled() {
    return false;
  }

  @Override
  public void throwIfCancelled() {}

  @Override
  public void onCancel(Runnable action) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Duration remaining() {
    return null;
  }

  @Override
  public void completeIn(Connection connection, String result) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void failIn(Connection connection, Throwable error) {
    throw new UnsupportedOperationException();
  }
}
