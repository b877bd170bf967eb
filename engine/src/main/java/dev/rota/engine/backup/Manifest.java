package dev.rota.engine.backup;

import dev.rota.RotaException;
import dev.rota.remote.Members;
import dev.rota.remote.Tree;
import java.time.Instant;
import java.util.List;

/**
 * A Manifest tells what is in a backup.
 *
 * @param takenAt the instant as of which everything in it is
 * @param migrations what the schema was made by, in order
 */
public record Manifest(
    Instant takenAt,
    List<String> migrations,
    List<KeptTable> tables,
    List<KeptPartition> partitions,
    List<KeptSequence> sequences) {
  static final String FILE = "manifest.json";
  private static final String FORMAT = "rota-backup";
  private static final int VERSION = 1;

  public Manifest {
    migrations = List.copyOf(migrations);
    tables = List.copyOf(tables);
    partitions = List.copyOf(partitions);
    sequences = List.copyOf(sequences);
  }

  /** How many rows it has in all. */
  public long rows() {
    return tables.stream().mapToLong(KeptTable::rows).sum();
  }

  Manifest withTables(List<KeptTable> counted) {
    return new Manifest(takenAt, migrations, counted, partitions, sequences);
  }

  String json() {
    return new Members()
        .put("format", FORMAT)
        .put("version", VERSION)
        .put("taken_at", takenAt)
        .texts("migrations", migrations)
        .list("tables", tables, KeptTable::json)
        .list("partitions", partitions, KeptPartition::json)
        .list("sequences", sequences, KeptSequence::json)
        .toString();
  }

  static Manifest read(String text) {
    Tree json = Tree.read(text);
    if (!FORMAT.equals(json.find("format", Tree::text)) || json.at("version").number() != VERSION) {
      throw new RotaException(
          "not-a-backup", "this is no backup that this version of Rota can read");
    }
    return new Manifest(
        json.at("taken_at").instant(),
        json.list("migrations", Tree::text),
        json.list("tables", KeptTable::read),
        json.list("partitions", KeptPartition::read),
        json.list("sequences", KeptSequence::read));
  }
}
