package dev.rota.engine.sql;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An Sql is one statement from a .sql file, with named parameters written as psql writes them. */
public final class Sql {
  private final String name;
  private final String jdbc;
  private final Map<String, List<Integer>> places;
  private final boolean pinned;

  private Sql(String name, String jdbc, Map<String, List<Integer>> places, boolean pinned) {
    this.name = name;
    this.jdbc = jdbc;
    this.places = places;
    this.pinned = pinned;
  }

  /** Loads a statement from the folder {@code sql} beside the owner's package. */
  public static Sql load(Class<?> owner, String name) {
    try (InputStream in = owner.getResourceAsStream("sql/" + name + ".sql")) {
      if (in == null) {
        throw new IllegalArgumentException("no statement sql/" + name + ".sql beside " + owner);
      }
      return parse(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Turns {@code :name} into {@code ?}, leaving casts, strings and comments alone. */
  public static Sql parse(String name, String text) {
    StringBuilder jdbc = new StringBuilder();
    Map<String, List<Integer>> places = new LinkedHashMap<>();
    int count = 0;
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      int end = at + 1;
      if (text.startsWith("--", at)) {
        at = text.indexOf('\n', at);
        continue;
      }
      if (c == '\'') {
        end = text.indexOf('\'', at + 1) + 1;
      } else if (text.startsWith("::", at)) {
        end = at + 2;
      } else if (c == ':' && at + 1 < text.length() && isName(text.charAt(at + 1))) {
        while (end < text.length() && isName(text.charAt(end))) {
          end++;
        }
        places.computeIfAbsent(text.substring(at + 1, end), n -> new ArrayList<>()).add(++count);
        jdbc.append('?');
        at = end;
        continue;
      }
      jdbc.append(text, at, end);
      at = end;
    }
    return new Sql(name, jdbc.toString().strip(), places, false);
  }

  /**
   * The same statement with its plan pinned, for one that is a transaction by itself: both go to
   * the database together.
   */
  public Sql pinned() {
    return new Sql(name, Database.PIN + ";\n" + jdbc, places, true);
  }

  boolean isPinned() {
    return pinned;
  }

  /** Prepares this statement on a connection, ready for its parameters. */
  public Call on(Connection connection) throws SQLException {
    return new Call(this, connection.prepareStatement(jdbc));
  }

  public String name() {
    return name;
  }

  /** The statement as JDBC wants it. */
  public String jdbc() {
    return jdbc;
  }

  /** The names of the parameters, in the order of their first use. */
  public List<String> parameters() {
    return List.copyOf(places.keySet());
  }

  List<Integer> places(String parameter) {
    List<Integer> found = places.get(parameter);
    if (found == null) {
      throw new IllegalArgumentException(name + ".sql has no parameter " + parameter);
    }
    return found;
  }

  private static boolean isName(char c) {
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  }
}
