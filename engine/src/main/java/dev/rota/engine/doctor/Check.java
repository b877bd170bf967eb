package dev.rota.engine.doctor;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** A Check looks at one side of the database. */
interface Check {
  /** What it looks at, in a word. */
  String name();

  List<Finding> look(Connection connection) throws SQLException;
}
