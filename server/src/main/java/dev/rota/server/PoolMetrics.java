package dev.rota.server;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import dev.rota.engine.Engine;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.ToIntFunction;

/**
 * PoolMetrics show how the connections of the node's pool are used, under the names that Hikari's
 * own have.
 */
public final class PoolMetrics {

  private PoolMetrics() {}

  /** Adds them, if the engine has such a pool. */
  public static void addTo(MeterRegistry registry, Engine engine) {
    if (engine.database().source() instanceof HikariDataSource pool) {
      gauge(registry, pool, "hikaricp.connections", HikariPoolMXBean::getTotalConnections);
      gauge(registry, pool, "hikaricp.connections.active", HikariPoolMXBean::getActiveConnections);
      gauge(registry, pool, "hikaricp.connections.idle", HikariPoolMXBean::getIdleConnections);
      gauge(
          registry,
          pool,
          "hikaricp.connections.pending",
          HikariPoolMXBean::getThreadsAwaitingConnection);
      Gauge.builder("hikaricp.connections.max", pool, HikariDataSource::getMaximumPoolSize)
          .tag("pool", String.valueOf(pool.getPoolName()))
          .register(registry);
    }
  }

  private static void gauge(
      MeterRegistry registry,
      HikariDataSource pool,
      String name,
      ToIntFunction<HikariPoolMXBean> number) {
    Gauge.builder(name, pool, source -> number.applyAsInt(source.getHikariPoolMXBean()))
        .tag("pool", String.valueOf(pool.getPoolName()))
        .register(registry);
  }
}
