package dev.rota.server.log;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.ERROR;
import static java.lang.System.Logger.Level.INFO;

import dev.rota.Json;
import dev.rota.Lease;
import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.engine.Ending;
import dev.rota.engine.EngineEvents;
import dev.rota.server.http.Ids;
import dev.rota.server.http.Raw;
import dev.rota.server.http.Seconds;
import dev.rota.server.http.Wire;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * A JobLog writes a line when a job begins and when it ends: of crawls, which are few and long; of
 * other jobs only where debugging is on.
 */
public final class JobLog implements EngineEvents {
  private static final System.Logger LOG = System.getLogger(JobLog.class.getName());
  private static final Set<String> CRAWLS = Set.of("crawl", "crawl_subreddit");

  @Override
  public void claimed(Lease lease, Duration waited) {
    System.Logger.Level level = CRAWLS.contains(lease.kind()) ? INFO : DEBUG;
    if (LOG.isLoggable(level)) {
      LOG.log(
          level,
          "Executing job  job_id="
              + Ids.JOB.show(lease.job())
              + source(lease)
              + " retry_attempt="
              + lease.retries());
    }
  }

  @Override
  public void ended(Ending ending) {
    boolean crawl = CRAWLS.contains(ending.kind());
    Report report = ending.report();
    String job = "  job_id=" + Ids.JOB.show(report.job());
    switch (report.outcome()) {
      case Outcome.Completed completed ->
          say(crawl ? INFO : DEBUG, "Job completed successfully" + job + numbers(report));
      case Outcome.Failed failed ->
          say(
              crawl ? ERROR : DEBUG,
              "Job execution failed"
                  + job
                  + " error="
                  + Json.quote(failed.error())
                  + retry(ending));
      case Outcome.Cancelled cancelled -> say(crawl ? INFO : DEBUG, "Job cancelled" + job);
      case Outcome.Released released -> say(DEBUG, "Job given back" + job);
    }
  }

  private static void say(System.Logger.Level level, String line) {
    LOG.log(level, line);
  }

  private static String source(Lease lease) {
    if (!lease.payload().startsWith("{")) {
      return "";
    }
    Map<String, Raw> members = Wire.members("payload", lease.payload());
    Raw source = members.getOrDefault("source_name", members.get("url"));
    return source == null ? "" : " source_name=" + source.json().replace("\"", "");
  }

  private static String numbers(Report report) {
    StringBuilder numbers = new StringBuilder();
    Duration ran = report.usage().ran();
    if (ran != null) {
      numbers.append(" duration=").append(Seconds.show(ran)).append("s");
    }
    report.usage().counters().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(count ->
            numbers.append(" ").append(count.getKey()).append("=").append(count.getValue()));
    return numbers.toString();
  }

  private static String retry(Ending ending) {
    Duration in = ending.retryIn();
    return in == null ? "" : " retry_in=" + (in.toMillis() + 500) / 1000 + "s";
  }
}
