package dev.rota.engine.doctor;

import dev.rota.engine.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** A GrantCheck looks for what the role of this node may not do. */
record GrantCheck() implements Check {
  private static final Sql MISSING = Statements.sql("missing_grants");
  private static final int SHOWN = 5;

  private record Grant(String role, String sort, String name, String privilege) {}

  @Override
  public String name() {
    return "grants";
  }

  @Override
  public List<Finding> look(Connection connection) throws SQLException {
    Map<String, List<Grant>> missing = new LinkedHashMap<>();
    MISSING
        .on(connection)
        .list(row ->
            new Grant(
                row.getString("role"),
                row.getString("sort"),
                row.getString("name"),
                row.getString("privilege")))
        .forEach(
            grant -> missing.computeIfAbsent(grant.sort(), sort -> new ArrayList<>()).add(grant));
    List<Finding> findings = missing.values().stream().map(this::finding).toList();
    return findings.isEmpty()
        ? List.of(Finding.ok(name(), "this role may do all that a node does"))
        : findings;
  }

  private Finding finding(List<Grant> grants) {
    Grant first = grants.getFirst();
    String names =
        String.join(", ", new TreeSet<>(grants.stream().map(Grant::name).limit(SHOWN).toList()));
    String seen =
        "the role %s lacks %s on %s%s"
            .formatted(
                first.role(),
                String.join(", ", new TreeSet<>(grants.stream().map(Grant::privilege).toList())),
                names,
                grants.size() > SHOWN ? " and more" : "");
    String role = quoted(first.role());
    return switch (first.sort()) {
      case "role" ->
          Finding.warning(
              name(),
              "the role %s does not see the sessions of others".formatted(first.role()),
              "Let it: else an old snapshot of somebody else is not found.",
              "GRANT pg_monitor TO " + role + ";");
      case "owner" ->
          Finding.warning(
              name(),
              "the role %s does not own %s: it cannot make and drop partitions"
                  .formatted(first.role(), names),
              "Let the nodes that keep house run as the owner, or let them act as it.",
              "GRANT " + quoted(first.privilege()) + " TO " + role + ";");
      case "schema" ->
          Finding.critical(
              name(), seen, "Grant it.", "GRANT USAGE ON SCHEMA rota TO " + role + ";");
      default -> Finding.critical(name(), seen, "Grant it.", grant(first.sort(), role));
    };
  }

  private static String quoted(String name) {
    return "\"" + name.replace("\"", "\"\"") + "\"";
  }

  private static String grant(String sort, String role) {
    return switch (sort) {
      case "sequence" -> "GRANT USAGE ON ALL SEQUENCES IN SCHEMA rota TO " + role + ";";
      case "function" -> "GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA rota TO " + role + ";";
      default ->
          "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA rota TO " + role + ";";
    };
  }
}
