package dev.rota.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;

/** StoredJobs are any number of jobs in every state, written by SQL. */
final class StoredJobs {
  private static final String FILE = "stored_jobs.sql";

  private StoredJobs() {}

  static void fill(Scratch database, int jobs) throws SQLException, IOException {
    database.execute(text().replace(":jobs", String.valueOf(jobs)));
    database.execute("VACUUM ANALYZE");
  }

  private static String text() throws IOException {
    try (InputStream in = StoredJobs.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException("no " + FILE);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
