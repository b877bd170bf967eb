package dev.rota.engine.scheduler;

import dev.rota.NewJob;
import dev.rota.engine.Enqueued;
import dev.rota.engine.Jobs;
import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A StaleCheck looks every six hours for targets that have had no success for too long, and makes a
 * job for each at the lowest priority, unless there is one already.
 */
final class StaleCheck {
  private static final System.Logger LOG = System.getLogger(StaleCheck.class.getName());
  private static final Sql SETTLE = Statements.sql("settle_stale_jobs");
  private static final Sql DUE = Statements.sql("due_stale_checks");
  private static final Sql STALE = Statements.sql("stale_targets");
  private static final Sql NOTE = Statements.sql("note_stale_jobs");
  private static final String TAG = "stale";

  private final Database database;
  private final Jobs jobs;

  StaleCheck(Database database, Jobs jobs) {
    this.database = database;
    this.jobs = jobs;
  }

  /** A Stale is a target that is stale, and the payload of its job. */
  private record Stale(long target, String externalId, String payload) {}

  /** Takes note of ends, and checks what is due; tells how many jobs were made. */
  int check() {
    return database.transact(connection -> {
      SETTLE.on(connection).update();
      int made = 0;
      for (String name : DUE.on(connection).list(row -> row.getString("name"))) {
        made += enqueue(connection, Plans.rows(connection, name).get(0));
      }
      return made;
    });
  }

  private int enqueue(Connection connection, Plan plan) throws SQLException {
    NewPlan definition = plan.definition();
    String template = new PayloadTemplate(definition.payload()).text(definition.trigger());
    List<Stale> stale =
        STALE
            .on(connection)
            .set("plan", plan.id())
            .set("template", template)
            .list(row ->
                new Stale(
                    row.getLong("id"), row.getString("external_id"), row.getString("payload")));
    List<Enqueued> made =
        jobs.enqueue(connection, stale.stream().map(each -> job(definition, each)).toList());
    NOTE.on(connection)
        .set("plan", plan.id())
        .set("targets", stale.stream().mapToLong(Stale::target).toArray())
        .set("jobs", made.stream().mapToLong(Enqueued::job).toArray())
        .update();
    long fresh = made.stream().filter(each -> !each.duplicate()).count();
    if (fresh > 0) {
      LOG.log(Level.INFO, "plan={0} stale targets={1} jobs={2}", plan.name(), stale.size(), fresh);
    }
    return (int) fresh;
  }

  private static NewJob job(NewPlan plan, Stale stale) {
    List<String> tags = new ArrayList<>(plan.tags());
    tags.add(Target.tag(stale.externalId()));
    tags.add(TAG);
    NewJob.Builder job =
        NewJob.kind(plan.kind())
            .queue(plan.queue())
            .payload(stale.payload())
            .unique(Target.tag(stale.externalId()))
            .tags(tags.toArray(String[]::new))
            .createdBy("plan")
            .tenant(plan.tenant());
    if (plan.onePerTarget()) {
      job.concurrency(stale.externalId(), 1);
    }
    if (plan.maxRetries() != null) {
      job.maxRetries(plan.maxRetries());
    }
    if (plan.timeout() != null) {
      job.timeout(plan.timeout());
    }
    return job.build();
  }
}
