package dev.rota.cli;

import static java.lang.System.Logger.Level.INFO;

import dev.rota.Json;
import dev.rota.RotaException;
import dev.rota.remote.PublicId;
import dev.rota.worker.DoNotRetry;
import dev.rota.worker.Handler;
import dev.rota.worker.JobContext;
import dev.rota.worker.Measuring;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A CommandHandler runs a command for a job: the payload goes in, the result or the reason of a
 * failure comes out.
 */
record CommandHandler(
    String command,
    CommandLimits limits,
    @Nullable Cgroups cgroups,
    @Nullable Duration timeout,
    Duration grace)
    implements Handler {
  /** The exit code for input that no other try would make better. */
  static final int DO_NOT_RETRY = 65;

  private static final System.Logger LOG = System.getLogger(CommandHandler.class.getName());
  private static final int LONGEST_RESULT = 1 << 20;

  @Override
  public Measuring measuring() {
    return Measuring.BY_HANDLER;
  }

  @Override
  public @Nullable String handle(JobContext job) throws Exception {
    var bounds = limits.and(job.lease().limits());
    var parents = parents(job);
    var cgroup = cgroups == null ? null : cgroups.open("job-" + job.fence(), bounds.memory());
    try {
      return handle(job, bounds, parents, cgroup);
    } finally {
      if (parents != null) {
        Files.deleteIfExists(parents);
      }
      if (cgroup != null) {
        cgroup.close();
      }
    }
  }

  /** What other jobs gave may be more than an environment holds; null if it depends on none. */
  private static @Nullable Path parents(JobContext job) throws IOException {
    return job.parents().equals("{}")
        ? null
        : Files.writeString(Files.createTempFile("rota-parents-", ".json"), job.parents());
  }

  private @Nullable String handle(
      JobContext job, CommandLimits bounds, @Nullable Path parents, @Nullable Cgroup cgroup)
      throws Exception {
    var errors = new CommandErrors(job);
    var words = bounds.words(command, errors.mark(), cgroup);
    var process = start(job, parents, words);
    var usage = new CommandUsage(process, cgroup);
    var out = CommandOutput.read(process.getInputStream(), LONGEST_RESULT);
    var reading = CommandOutput.lines(process.getErrorStream(), errors::heard);
    try {
      send(process, job.payload());
      usage.watch(timeout, bounds.cpu());
      var code = process.waitFor();
      awaitEnd(reading);
      if (code == 0) {
        return result(awaitEnd(out));
      }
      if (cgroup != null && cgroup.wasOutOfMemory()) {
        throw bounds.outOfMemory(code);
      }
      bounds.refuse(code, usage.cpu(errors.cpuTime()));
      throw failure(code, errors.reason());
    } finally {
      stop(process);
      usage.tell(job, errors.cpuTime());
    }
  }

  private static Process start(JobContext job, @Nullable Path parents, List<String> words)
      throws IOException {
    var builder = new ProcessBuilder(words);
    var environment = builder.environment();
    environment.remove("ROTA_TOKEN");
    environment.put("ROTA_JOB_ID", PublicId.ofJob(job.job()));
    environment.put("ROTA_FENCE", PublicId.ofExecution(job.fence()));
    environment.put("ROTA_ATTEMPT", Integer.toString(job.attempt()));
    environment.put("ROTA_KIND", job.kind());
    environment.put("ROTA_QUEUE", job.queue());
    if (parents != null) {
      environment.put("ROTA_PARENTS_FILE", parents.toString());
    }
    return builder.start();
  }

  /** A command need not read its input. */
  private static void send(Process process, String payload) {
    try (var input = process.getOutputStream()) {
      input.write(payload.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      LOG.log(INFO, "The command did not read its input pid=" + process.pid());
    }
  }

  /** What a command has started and left behind may hold its output open. */
  private <T> T awaitEnd(CompletableFuture<T> output) throws InterruptedException {
    try {
      return output.get(grace.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause() == null ? null : e.getCause().getMessage(), e);
    } catch (TimeoutException e) {
      throw new IllegalStateException(
          "The command has ended, but something it started holds its output open", e);
    }
  }

  private static @Nullable String result(String printed) {
    var text = printed.strip();
    if (text.isEmpty()) {
      return null;
    }
    try {
      Json.check("result", text);
      return text;
    } catch (RotaException e) {
      return Json.quote(text.replace('\0', '\uFFFD'));
    }
  }

  private static RuntimeException failure(int code, String reason) {
    var message = "exit " + code + (reason.isEmpty() ? "" : ": " + reason);
    return code == DO_NOT_RETRY ? new DoNotRetry(message) : new CommandFailed(message);
  }

  /** A CommandFailed says how a command ended. */
  private static final class CommandFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CommandFailed(String message) {
      super(message, null, false, false);
    }
  }

  /** Ends what is left of a command, and waits for it: politely, then not. */
  private void stop(Process process) {
    var left = Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
    if (left.stream().noneMatch(ProcessHandle::isAlive)) {
      return;
    }
    var interrupted = Thread.interrupted();
    left.forEach(ProcessHandle::destroy);
    try {
      CompletableFuture.allOf(
              left.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new))
          .get(grace.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      interrupted = true;
    } catch (ExecutionException | TimeoutException e) {
      LOG.log(INFO, "The command does not stop by itself, it is killed pid=" + process.pid());
    }
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    left.forEach(ProcessHandle::destroyForcibly);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
