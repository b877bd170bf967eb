package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.engine.sql.Migrator;
import dev.rota.testkit.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.sql.Connection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Databases that people have are brought along, never left behind. */
final class MigrationsTest {
  /** What was ever published; a line is added for a new file, and none is changed. */
  private static final Map<String, String> PUBLISHED =
      Map.ofEntries(
          Map.entry(
              "001_engine", "eac5dd5cd0131f225d44e818a2a999db49f3312e17c13e0468c45ffd8997e515"),
          Map.entry(
              "002_sql_face", "2a590dd7262dd37dbf53bbef677738e44dfe4eda0ff70111db5fa790d0162a15"),
          Map.entry(
              "003_retention", "20fc0e6b5656afa5f27808a79aa508ce731cb209d8d4d3f0b16ebc193afa90b3"),
          Map.entry(
              "004_scheduler", "2634aedc18ea3722635bc87d5bd403a32197e31b0b47efd7be3925dec10f2c6f"),
          Map.entry(
              "005_progress_details",
              "7fab1d8ce23698c9101932d3fe43e43a28b86ae38a7ce824706237586f060855"),
          Map.entry(
              "006_ledger", "1c0281c3e1d08e4a7c0d60557f22609575e475facce0973ad77ece8c4c33d1a6"),
          Map.entry(
              "007_interval_jobs",
              "00253bed77a45577db7ccd8439eb6d94e446b1ee746fff7447dffc1e7fcdb362"),
          Map.entry(
              "008_admin_ids", "d54039996bdacd6f029ad4804a7a72fb069a7018d41f0e8cc68eb8d7ad9adfcf"),
          Map.entry(
              "009_tokens", "83b5e76dffcd9760910d1f11d8aad99d7cb63564380af1c10a0bdf30ad48587a"),
          Map.entry(
              "010_lists_and_figures",
              "2084f503e3577cb54b4c549d3044c0a2ab7dfa0aaee827e0dfb2da11b3c48ce5"),
          Map.entry(
              "011_pages", "b11b259f60454d5e3c9a9b91e6d3a5d8acac5dcdf5ea803fe45682c7da82228e"),
          Map.entry(
              "012_alerts", "c842ae07efe1547ff49cfbf382bf73e207c19504b5685926702124719b36c01c"),
          Map.entry(
              "013_totals", "c79474f114b8ea5714e750c99d2dd572b357773ecf2b3e6d4a3f7c97898efad0"),
          Map.entry(
              "014_declared_alerts",
              "b3f37f174252b8d8185a26a39602de21264f7bce2e7d61f7b215b8b921c6c365"),
          Map.entry(
              "015_operations", "b7801229a863937a97eb17a878cc2ea4170c2b1ed4d44fa9fc4fd6216a742df3"),
          Map.entry(
              "016_graphs", "6bdbfc128eea908703df155493379418cefda1df19bb01a3ea257c7b05cfc345"),
          Map.entry(
              "017_workers", "523eefab2b7c73b3545d6162ffedca642910d26dea56866d99c791c63efc7e94"),
          Map.entry(
              "018_tenants", "3c57c348f5d239cb8eddf580a2c8e410c6485e6242f629a3ae2991b86a839e8b"),
          Map.entry(
              "019_minutes", "7825a1a5156ce53269f366098352d113067435f7dd519934f29dc8e71c0dc2ba"),
          Map.entry(
              "020_webhooks", "b16622c3ad63723dda71ed091e8283deb918e757ca05cd71f947405513251ee5"),
          Map.entry(
              "021_archive", "89524cf74f350c05704a87661ca0d44d11d36bdc5bfe38489d82e5b066ed46c0"),
          Map.entry(
              "022_limits", "813087519aeff6672815a5cb7ccd6eeb62c70db01aff8211d7c71e4f07b6182a"),
          Map.entry(
              "023_vacuum", "a06b51845b8f74e28d91b861cf23abca23984583c8a34c5998753c81b33bf975"),
          Map.entry(
              "024_cheaper_rows",
              "a4b36cd4b3032bae9cd1b48a1c26a415a614e500e3b7a74c1022888a1041fa34"),
          Map.entry(
              "025_rarer_statistics",
              "cebddea1a93429d2d2bfc522adde7f0d9e9e009786340c2a9e8f35331e801106"),
          Map.entry(
              "026_cheaper_keys",
              "84b943f525edb6373492bdd4a5ae8eccb200e925b56cc1155adfda205a3254f1"),
          Map.entry(
              "027_paused_queues",
              "19cc711484c67f23727f1b8a7497558607f3fb9f419a005c7840c0c28b98c5fb"));

  @Test
  void noPublishedMigrationChanges() throws Exception {
    Map<String, String> now = new TreeMap<>();
    for (String name : PUBLISHED.keySet()) {
      byte[] text = Statements.migrations().text(name).getBytes(StandardCharsets.UTF_8);
      now.put(name, HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text)));
    }
    assertThat(now).isEqualTo(new TreeMap<>(PUBLISHED));
  }

  @Test
  void aDatabaseOfTheFirstEngineIsBroughtAlongWithItsJobs() throws Exception {
    try (TestDatabase database = TestDatabase.create();
        Connection connection = database.connect()) {
      Migrator first =
          new Migrator(Statements.class, List.of("001_engine", "002_sql_face", "003_retention"));
      first.migrate(connection);
      database.execute("SELECT rota.enqueue('old')");

      assertThat(Engine.migrate(connection))
          .containsExactly(
              "004_scheduler",
              "005_progress_details",
              "006_ledger",
              "007_interval_jobs",
              "008_admin_ids",
              "009_tokens",
              "010_lists_and_figures",
              "011_pages",
              "012_alerts",
              "013_totals",
              "014_declared_alerts",
              "015_operations",
              "016_graphs",
              "017_workers",
              "018_tenants",
              "019_minutes",
              "020_webhooks",
              "021_archive",
              "022_limits",
              "023_vacuum",
              "024_cheaper_rows",
              "025_rarer_statistics",
              "026_cheaper_keys",
              "027_paused_queues");
      try (Engine engine =
          Engine.open(
              database.dataSource(),
              EngineOptions.builder().name("node-a").build(),
              EngineEvents.NONE)) {
        assertThat(engine.jobs().list(JobFilter.ALL, 10, null).items())
            .singleElement()
            .satisfies(job -> assertThat(job.kind()).isEqualTo("old"));
      }
    }
  }

  @Test
  void whatPeopleBuiltOnEnqueueServesOn() throws Exception {
    try (TestDatabase database = TestDatabase.create();
        Connection connection = database.connect()) {
      List<String> before =
          PUBLISHED.keySet().stream().filter(name -> name.compareTo("022") < 0).sorted().toList();
      Statements.migrations().upTo(before).migrate(connection);
      database.execute("CREATE VIEW public.nightly AS SELECT rota.enqueue('nightly') AS id");

      Engine.migrate(connection);

      database.execute("SELECT * FROM public.nightly");
      database.execute("SELECT rota.enqueue('other', tenant => 't')");
      try (var rows =
          connection.createStatement().executeQuery("SELECT kind FROM rota.jobs ORDER BY id")) {
        rows.next();
        assertThat(rows.getString(1)).isEqualTo("nightly");
      }
    }
  }

  @Test
  void aDatabaseOfAnotherBuildIsRefusedWithWhatToDo() throws Exception {
    try (TestDatabase database = EngineTest.migrated();
        Connection connection = database.connect()) {
      database.execute("UPDATE rota.migration SET checksum = 'x' WHERE name = '002_sql_face'");
      assertThatThrownBy(() -> Engine.migrate(connection))
          .hasMessageContaining("002_sql_face")
          .hasMessageContaining("use another database or data folder");
    }
  }
}
