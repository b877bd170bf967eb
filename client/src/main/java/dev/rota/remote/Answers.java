package dev.rota.remote;

import dev.rota.Job;
import dev.rota.JobState;
import dev.rota.Lease;
import dev.rota.Limits;
import dev.rota.Signal;
import dev.rota.Verdict;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Answers are what comes from the server, read into the words of Rota. */
final class Answers {
  private Answers() {}

  static long id(Tree id) {
    return PublicId.read(id.text());
  }

  static Lease lease(Tree lease) {
    return new Lease(
        id(lease.at("job_id")),
        id(lease.at("fence")),
        lease.at("kind").text(),
        lease.at("queue").text(),
        payload(lease),
        lease.at("attempt").number(),
        lease.at("current_retry_count").number(),
        lease.at("max_retries").number(),
        lease.at("priority").number(),
        lease.find("timeout_seconds", Tree::seconds),
        lease.list("tags", Tree::text),
        lease.at("metadata").raw(),
        lease.find("trace", Tree::text),
        lease.at("started_at").instant(),
        parents(lease),
        limits(lease));
  }

  static Verdict verdict(Tree verdict) {
    return Verdict.valueOf(verdict.at("verdict").text().toUpperCase(Locale.ROOT));
  }

  static Signal signal(Tree signal) {
    return new Signal(
        id(signal.at("job_id")),
        id(signal.at("fence")),
        Signal.Kind.valueOf(signal.at("signal").text().toUpperCase(Locale.ROOT)));
  }

  static Job job(Tree job) {
    Instant completed = job.find("completed_at", Tree::instant);
    return new Job(
        id(job.at("id")),
        job.at("kind").text(),
        job.at("queue").text(),
        JobState.of(job.at("status").text()),
        payload(job),
        job.at("priority").number(),
        job.at("effective_priority").number(),
        job.at("attempt").number(),
        job.at("current_retry_count").number(),
        job.at("max_retries").number(),
        Set.copyOf(job.list("requires", Tree::text)),
        job.find("unique_key", Tree::text),
        job.find("concurrency_key", Tree::text),
        job.find("timeout_seconds", Tree::seconds),
        job.list("tags", Tree::text),
        job.at("metadata").raw(),
        job.find("trace", Tree::text),
        job.at("created_by").text(),
        job.at("created_at").instant(),
        job.find("next_run_at", Tree::instant),
        job.find("started_at", Tree::instant),
        completed == null ? job.find("cancelled_at", Tree::instant) : completed,
        job.find("progress", Tree::number),
        job.find("progress_message", Tree::text),
        job.find("error_message", Tree::text),
        job.find("result", Tree::raw),
        job.at("cancel_requested").isTrue(),
        job.find("waiting_on", Tree::text),
        job.find("tenant", Tree::text),
        limits(job));
  }

  private static Limits limits(Tree owner) {
    @Nullable Tree limits = owner.find("limits");
    return limits == null
        ? Limits.NONE
        : new Limits(
            limits.find("cpu_seconds", Tree::seconds), limits.find("memory_mb", Tree::number));
  }

  private static String parents(Tree lease) {
    @Nullable Tree parents = lease.find("parents");
    return parents == null ? "{}" : parents.raw();
  }

  /** A payload may be null, which is JSON too. */
  private static String payload(Tree owner) {
    @Nullable Tree payload = owner.find("payload");
    return payload == null ? "null" : payload.raw();
  }
}
