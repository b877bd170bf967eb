package dev.rota.engine.backup;

import dev.rota.remote.Members;
import dev.rota.remote.Tree;
import org.jspecify.annotations.Nullable;

/**
 * A KeptPartition is a partition of a table of a backup.
 *
 * @param bound what it holds, in words of SQL
 * @param options its storage parameters
 */
record KeptPartition(String parent, String name, String bound, @Nullable String options) {

  String create() {
    return "CREATE TABLE rota.%s PARTITION OF rota.%s %s%s"
        .formatted(
            KeptTable.quoted(name),
            KeptTable.quoted(parent),
            bound,
            options == null ? "" : " WITH (" + options + ")");
  }

  String drop() {
    return "DROP TABLE rota." + KeptTable.quoted(name);
  }

  String json() {
    return new Members()
        .put("parent", parent)
        .put("name", name)
        .put("bound", bound)
        .put("options", options)
        .toString();
  }

  static KeptPartition read(Tree json) {
    return new KeptPartition(
        json.at("parent").text(),
        json.at("name").text(),
        json.at("bound").text(),
        json.find("options", Tree::text));
  }
}
