package dev.rota.benchmarks;

import dev.rota.Claim;
import dev.rota.JobSource;
import dev.rota.Lease;
import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.engine.Engine;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Claim latency is how long a claim takes with many jobs queued, next to one with few. Each backlog
 * has a database of its own, and the claims on them alternate.
 */
final class ClaimLatency implements Workload {
  private static final List<Integer> BATCHES = List.of(1, 100);

  @Override
  public String name() {
    return "claim-latency";
  }

  @Override
  public List<Row> run(Setting setting) throws Exception {
    Scale scale = setting.scale();
    List<Row> rows = new ArrayList<>();
    try (Backlog small = new Backlog(setting.server(), scale.small());
        Backlog large = new Backlog(setting.server(), scale.large())) {
      for (boolean vacuumed : List.of(false, true)) {
        if (vacuumed) {
          small.vacuum();
          large.vacuum();
        }
        for (int batch : BATCHES) {
          String how =
              "batch " + batch + (vacuumed ? ", vacuumed and analyzed" : ", never vacuumed");
          setting.progress().say("claim-latency: %s".formatted(how));
          rows.addAll(compare(how, batch, small, large, scale.claims()));
        }
      }
    }
    return rows;
  }

  private List<Row> compare(String how, int batch, Backlog small, Backlog large, int claims)
      throws Exception {
    List<Double> withFew = new ArrayList<>();
    List<Double> withMany = new ArrayList<>();
    for (int i = -claims / 4; i < claims; i++) {
      double few = small.claim(batch);
      double many = large.claim(batch);
      if (i >= 0) {
        withFew.add(few);
        withMany.add(many);
      }
    }
    double few = Figures.median(withFew);
    double many = Figures.median(withMany);
    return List.of(
        row(how, small, few, withFew),
        row(how, large, many, withMany),
        new Row(name(), how + ": large / small", many / few, "", Bar.atMost(1.2), ""));
  }

  private Row row(String how, Backlog backlog, double median, List<Double> times) {
    return new Row(
        name(),
        "%s: %,d queued".formatted(how, backlog.size),
        median,
        "ms",
        null,
        "p99 " + Figures.of(Figures.percentile(times, 99)) + " ms");
  }

  /** A Backlog is a database with so many jobs queued, and a node to claim from it. */
  private static final class Backlog implements AutoCloseable {
    private final int size;
    private final Scratch database;
    private final Engine engine;
    private final JobSource source;

    Backlog(Server server, int size) throws Exception {
      this.size = size;
      this.database = server.database();
      database.migrate();
      // What is vacuumed and what is not must not be left to chance.
      database.execute("ALTER TABLE rota.ready SET (autovacuum_enabled = off)");
      database.execute("ALTER TABLE rota.run SET (autovacuum_enabled = off)");
      database.fill(size);
      this.engine = database.start("claims");
      this.source = engine.source();
    }

    /** Claims so many jobs and gives the milliseconds it took; they are made up for afterwards. */
    double claim(int batch) {
      long start = System.nanoTime();
      List<Lease> leases = source.exchange(List.of(), Claim.of(Scratch.QUEUE, batch)).leases();
      double millis = (System.nanoTime() - start) / 1e6;
      if (leases.size() != batch) {
        throw new IllegalStateException("claimed " + leases.size() + " instead of " + batch);
      }
      source.exchange(
          leases.stream().map(l -> Report.of(l, new Outcome.Completed(null))).toList(),
          Claim.NOTHING);
      engine.jobs().enqueue(Scratch.jobs(batch).toList());
      return millis;
    }

    void vacuum() throws Exception {
      database.expect(size, "SELECT count(*) FROM rota.ready");
      database.execute("VACUUM ANALYZE");
    }

    @Override
    public void close() throws SQLException {
      engine.close();
      database.close();
    }
  }
}
