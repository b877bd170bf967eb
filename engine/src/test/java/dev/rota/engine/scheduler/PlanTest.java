package dev.rota.engine.scheduler;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

/** A PlanTest has targets and plans that it keeps by hand, on a clock that moves. */
abstract class PlanTest extends SchedulerTest {
  Targets targets;
  TargetSync sync;
  TargetSources sources;
  Plans plans;
  PlanKeeper keeper;
  StaleCheck staleCheck;

  @BeforeEach
  void openPlans() {
    Planning planning = scheduler.planning();
    targets = planning.targets();
    sources = planning.sources();
    plans = planning.plans();
    sync = planning.sync();
    keeper = planning.keeper();
    staleCheck = planning.staleCheck();
  }

  /** The rows of a query, columns joined by spaces. */
  List<String> rows(String sql) {
    try (Connection connection = pool.getConnection();
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

  List<String> names() {
    return rows("SELECT name FROM rota.schedule ORDER BY name");
  }
}
