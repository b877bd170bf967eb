package dev.rota.server.scrape;

import dev.rota.Job;
import dev.rota.RotaException;
import dev.rota.engine.Engine;
import dev.rota.engine.Holding;
import dev.rota.engine.JobFilter;
import dev.rota.server.http.Ids;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The ScrapeQueue is the engine's queue {@code scrape}, seen with the eyes of scrape workers. */
record ScrapeQueue(Engine engine) {

  /** A job of this queue; those of others are not found here. */
  Job job(long id) {
    return engine
        .jobs()
        .get(id)
        .filter(job -> job.queue().equals(NewScrapeJob.QUEUE))
        .orElseThrow(() -> new RotaException("not-found", "there is no job " + Ids.JOB.show(id)));
  }

  Holding holding(long id) {
    return Objects.requireNonNull(engine.notes().holdings(List.of(id)).get(id));
  }

  ScrapeJob view(long id) {
    return view(job(id));
  }

  ScrapeJob view(Job job) {
    return ScrapeJob.of(job, holding(job.id()));
  }

  /** Jobs as the query wants them, newest first. */
  List<ScrapeJob> list(JobFilter filter, int limit, int offset) {
    List<Job> jobs = engine.jobs().list(filter, limit, offset);
    Map<Long, Holding> holdings = engine.notes().holdings(jobs.stream().map(Job::id).toList());
    return jobs.stream()
        .filter(job -> holdings.containsKey(job.id()))
        .map(job -> ScrapeJob.of(job, Objects.requireNonNull(holdings.get(job.id()))))
        .toList();
  }

  static JobFilter filter(
      @Nullable ScrapeStatus status, @Nullable String domain, @Nullable String type) {
    return new JobFilter(
        status == null ? Set.of() : status.states(),
        NewScrapeJob.QUEUE,
        type,
        domain == null ? null : NewScrapeJob.tag(domain),
        null);
  }
}
