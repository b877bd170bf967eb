package dev.rota.engine.backup;

import dev.rota.remote.Members;
import dev.rota.remote.Tree;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A KeptTable is a table of a backup.
 *
 * @param rows how many it has; about how many before they are read
 */
record KeptTable(String name, List<String> columns, long rows, boolean hasTriggers) {
  KeptTable {
    columns = List.copyOf(columns);
  }

  KeptTable withRows(long counted) {
    return new KeptTable(name, columns, counted, hasTriggers);
  }

  /** The file of its rows in a backup. */
  String file() {
    return "tables/" + name + ".copy";
  }

  String table() {
    return "rota." + quoted(name);
  }

  String copyOut() {
    return "COPY (SELECT " + list() + " FROM " + table() + ") TO STDOUT";
  }

  String copyIn() {
    return "COPY " + table() + " (" + list() + ") FROM STDIN";
  }

  private String list() {
    return columns.stream().map(KeptTable::quoted).collect(Collectors.joining(", "));
  }

  static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  String json() {
    return new Members().put("name", name).texts("columns", columns).put("rows", rows).toString();
  }

  static KeptTable read(Tree json) {
    return new KeptTable(
        json.at("name").text(),
        json.list("columns", Tree::text),
        Long.parseLong(json.at("rows").raw()),
        false);
  }
}
