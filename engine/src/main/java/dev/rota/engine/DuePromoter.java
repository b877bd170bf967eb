package dev.rota.engine;

import dev.rota.engine.sql.Database;
import dev.rota.engine.sql.Sql;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A DuePromoter moves delayed jobs to ready when their time has come, and rests until the next one
 * is due.
 */
final class DuePromoter {
  private static final Sql PROMOTE = Statements.sql("promote");
  private static final Sql NEXT_DUE = Statements.sql("next_due").pinned();
  private static final int BATCH = 5_000;
  private static final Duration LONGEST = Duration.ofMillis(200);

  private final Database database;
  private final FloorKeeper floors;
  private final Announcer announcer;

  DuePromoter(Database database, FloorKeeper floors, Announcer announcer) {
    this.database = database;
    this.floors = floors;
    this.announcer = announcer;
  }

  /** Promotes everything that is due; gives the time until the next job is. */
  Duration promote() {
    String floor = floors.dueFloor().toString();
    Duration wait = untilNext(floor);
    if (!wait.isZero()) {
      return wait;
    }
    while (promoteSome(floor) == BATCH) {
      // more are due
    }
    return untilNext(floor);
  }

  private int promoteSome(String floor) {
    record Promoted(int route, int jobs) {}
    List<Promoted> promoted =
        database.transact(connection -> {
          Database.pin(connection);
          return PROMOTE
              .on(connection)
              .set("floor", floor)
              .set("max", BATCH)
              .list(row -> new Promoted(row.getInt("route"), row.getInt("jobs")));
        });
    announcer.ready(new ArrayList<>(promoted.stream().map(Promoted::route).toList()));
    return promoted.stream().mapToInt(Promoted::jobs).sum();
  }

  private Duration untilNext(String floor) {
    record Due(@Nullable Instant runAt, Instant now) {}
    Due due =
        database.alone(connection ->
            NEXT_DUE
                .on(connection)
                .set("floor", floor)
                .one(row ->
                    new Due(Taken.nullableInstant(row, "run_at"), Taken.instant(row, "now"))));
    if (due.runAt() == null) {
      return LONGEST;
    }
    if (!due.runAt().isAfter(due.now())) {
      return Duration.ZERO;
    }
    Duration wait = Duration.between(due.now(), due.runAt()).plusMillis(1);
    return wait.compareTo(LONGEST) < 0 ? wait : LONGEST;
  }
}
