package dev.rota.engine.sql;

import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A Call is one execution of a statement: its parameters by name, then its rows. */
public final class Call implements AutoCloseable {
  private final Sql sql;
  private final PreparedStatement statement;

  Call(Sql sql, PreparedStatement statement) {
    this.sql = sql;
    this.statement = statement;
  }

  /** Reads one row. */
  @FunctionalInterface
  public interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }

  /** Whether the statement has such a parameter. */
  public boolean takes(String parameter) {
    return sql.parameters().contains(parameter);
  }

  public Call set(String parameter, long value) throws SQLException {
    for (int place : sql.places(parameter)) {
      statement.setLong(place, value);
    }
    return this;
  }

  public Call set(String parameter, int value) throws SQLException {
    for (int place : sql.places(parameter)) {
      statement.setInt(place, value);
    }
    return this;
  }

  public Call set(String parameter, boolean value) throws SQLException {
    for (int place : sql.places(parameter)) {
      statement.setBoolean(place, value);
    }
    return this;
  }

  /** Text, or anything that PostgreSQL reads from text: the statement casts it. */
  public Call set(String parameter, @Nullable String value) throws SQLException {
    for (int place : sql.places(parameter)) {
      statement.setString(place, value);
    }
    return this;
  }

  public Call set(String parameter, @Nullable Long value) throws SQLException {
    for (int place : sql.places(parameter)) {
      statement.setObject(place, value, Types.BIGINT);
    }
    return this;
  }

  public Call set(String parameter, @Nullable Integer value) throws SQLException {
    for (int place : sql.places(parameter)) {
      statement.setObject(place, value, Types.INTEGER);
    }
    return this;
  }

  public Call set(String parameter, long[] values) throws SQLException {
    return array(parameter, "int8", values);
  }

  public Call set(String parameter, int[] values) throws SQLException {
    return array(parameter, "int4", values);
  }

  public Call set(String parameter, short[] values) throws SQLException {
    return array(parameter, "int2", values);
  }

  public Call set(String parameter, boolean[] values) throws SQLException {
    return array(parameter, "bool", values);
  }

  public Call set(String parameter, @Nullable Long[] values) throws SQLException {
    return array(parameter, "int8", values);
  }

  public Call set(String parameter, @Nullable Integer[] values) throws SQLException {
    return array(parameter, "int4", values);
  }

  /** Texts, or anything that PostgreSQL reads from text: the statement casts them. */
  public Call set(String parameter, @Nullable String[] values) throws SQLException {
    return array(parameter, "text", values);
  }

  /**
   * The values to send for a column of a batch that hardly any row has: nothing where none is
   * known, which unnest fills up.
   */
  public static <T> @Nullable T[] known(@Nullable T[] values) {
    return Arrays.stream(values).allMatch(Objects::isNull) ? Arrays.copyOf(values, 0) : values;
  }

  /** Runs the statement and reads its rows. */
  public <T> List<T> list(Row<T> row) throws SQLException {
    try (this;
        ResultSet rows = rows()) {
      List<T> list = new ArrayList<>();
      while (rows.next()) {
        list.add(row.read(rows));
      }
      return list;
    }
  }

  private ResultSet rows() throws SQLException {
    if (sql.isPinned()) {
      statement.execute();
      statement.getMoreResults();
      return statement.getResultSet();
    }
    return statement.executeQuery();
  }

  /** Runs the statement and reads its only row, if there is one. */
  public <T> Optional<T> first(Row<T> row) throws SQLException {
    return list(row).stream().findFirst();
  }

  /** Runs the statement and reads the one row that it always has. */
  public <T> T one(Row<T> row) throws SQLException {
    return first(row).orElseThrow(() -> new IllegalStateException(sql.name() + ".sql gave no row"));
  }

  /** Runs the statement and tells how many rows it changed. */
  public int update() throws SQLException {
    try (this) {
      return statement.executeUpdate();
    }
  }

  @Override
  public void close() throws SQLException {
    statement.close();
  }

  private Call array(String parameter, String type, Object values) throws SQLException {
    Array array =
        values instanceof Object[] objects
            ? statement.getConnection().createArrayOf(type, objects)
            : primitives(type, values);
    for (int place : sql.places(parameter)) {
      statement.setArray(place, array);
    }
    return this;
  }

  private Array primitives(String type, Object values) throws SQLException {
    return statement
        .getConnection()
        .unwrap(org.postgresql.PGConnection.class)
        .createArrayOf(type, values);
  }
}
