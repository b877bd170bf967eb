package dev.rota.engine.doctor;

import dev.rota.RotaException;
import dev.rota.engine.sql.Database;
import java.util.ArrayList;
import java.util.List;

/**
 * A Doctor looks at the database that everything lies in: its settings, what keeps dead rows in
 * place, the room that is left, and what its role may not do. It changes nothing, needs no more
 * rights than there are, and costs the same however many jobs there are.
 */
public final class Doctor {
  private final Database database;
  private final List<Check> checks;

  public Doctor(Database database, DoctorOptions options) {
    this.database = database;
    this.checks =
        List.of(
            new SettingsCheck(),
            new SnapshotCheck(options.oldSnapshot()),
            new TableCheck(options.deadRows()),
            new IndexCheck(options.indexBytes()),
            new PartitionCheck(),
            new ArchiveCheck(),
            new ConnectionCheck(),
            new ClockCheck(options.clock()),
            new GrantCheck());
  }

  /** What every check found; one that may not look says so. */
  public List<Finding> examine() {
    List<Finding> findings = new ArrayList<>();
    for (Check check : checks) {
      try {
        findings.addAll(database.transact(check::look));
      } catch (RotaException e) {
        findings.add(
            Finding.critical(
                check.name(),
                "this could not be looked at: " + e.getMessage(),
                "Bring the schema up to date, and let the role of the nodes use it.",
                "rota migrate"));
      }
    }
    return findings;
  }
}
