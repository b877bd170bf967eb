package dev.rota.engine.scheduler;

import dev.rota.engine.Engine;
import dev.rota.engine.EngineEvents;
import dev.rota.engine.EngineOptions;
import dev.rota.testkit.MovableClock;
import dev.rota.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** A PlanTest has a database of its own, a clock that moves, and what keeps targets and plans. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class PlanTest {
  TestDatabase database;
  MovableClock clock;
  Engine engine;
  Targets targets;
  TargetSync sync;
  TargetSources sources;
  Plans plans;
  PlanKeeper keeper;
  StaleCheck staleCheck;

  @BeforeEach
  void open() {
    database = TestDatabase.create();
    clock = new MovableClock(database);
    engine =
        Engine.open(
            database.dataSource(),
            EngineOptions.builder().name("node").lease(Duration.ofDays(1)).build(),
            EngineEvents.NONE);
    Runnable nothing = () -> {};
    targets = new Targets(engine.database(), nothing);
    sync = new TargetSync(engine.database(), nothing);
    sources = new TargetSources(engine.database(), sync, nothing);
    plans = new Plans(engine.database(), nothing);
    keeper = new PlanKeeper(engine.database(), Duration.ZERO);
    staleCheck = new StaleCheck(engine.database(), engine.jobs());
  }

  @AfterEach
  void close() {
    engine.close();
    database.close();
  }

  /** The rows of a query, columns joined by spaces. */
  List<String> rows(String sql) {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> all = new ArrayList<>();
      while (rows.next()) {
        List<String> columns = new ArrayList<>();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          columns.add(String.valueOf(rows.getString(i)));
        }
        all.add(String.join(" ", columns));
      }
      return all;
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  List<String> schedules() {
    return rows("SELECT name FROM rota.schedule ORDER BY name");
  }
}
