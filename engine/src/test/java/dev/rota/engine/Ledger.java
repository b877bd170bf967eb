package dev.rota.engine;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A Ledger is what the database has on record, read on connections of its own. */
final class Ledger {
  private final Address address;

  Ledger(Address address) {
    this.address = address;
  }

  /** Where connections come from. */
  interface Address {
    Connection connect() throws SQLException;
  }

  /** Counts rows: a table or view of the schema, perhaps with a condition. */
  long count(String what) throws SQLException {
    return Long.parseLong(rows("SELECT count(*) FROM rota." + what).get(0).get(0));
  }

  /** How many jobs are completed, each counted once. */
  long completed() throws SQLException {
    String sql = "SELECT count(DISTINCT job) FROM rota.execution WHERE ended = 'completed'";
    return Long.parseLong(rows(sql).get(0).get(0));
  }

  /** Ends every session of an engine, in the middle of whatever it does. */
  void cutConnections() throws SQLException {
    rows(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            + " WHERE application_name = 'rota' AND datname = current_database()");
  }

  List<List<String>> rows(String sql) throws SQLException {
    try (Connection connection = address.connect();
        Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(sql)) {
      List<List<String>> rows = new ArrayList<>();
      while (found.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
          row.add(String.valueOf(found.getString(i)));
        }
        rows.add(row);
      }
      return rows;
    }
  }
}
