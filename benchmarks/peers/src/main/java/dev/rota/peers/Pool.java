package dev.rota.peers;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** A Pool is the connections of a peer. */
final class Pool {
  static final int SIZE = 20;

  private Pool() {}

  /** Rewritten batches make one statement of many rows: the driver's fastest way to insert. */
  static String fast(String url) {
    return url + "&reWriteBatchedInserts=true";
  }

  static HikariDataSource to(String url) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(fast(url));
    config.setMaximumPoolSize(SIZE);
    return new HikariDataSource(config);
  }

  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
