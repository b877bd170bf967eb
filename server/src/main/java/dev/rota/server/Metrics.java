package dev.rota.server;

import static java.lang.System.Logger.Level.WARNING;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Metrics are the numbers that this node shows to Prometheus: those of its process, and those that
 * others register.
 */
public final class Metrics implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(Metrics.class.getName());

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics gc = new JvmGcMetrics();
  private final List<Refresher> refreshers = new CopyOnWriteArrayList<>();

  /** A Refresher brings numbers up to date that somebody is about to look at. */
  @FunctionalInterface
  public interface Refresher {
    void refresh();
  }

  public Metrics() {
    List<MeterBinder> process =
        List.of(
            gc,
            new JvmMemoryMetrics(),
            new JvmThreadMetrics(),
            new ProcessorMetrics(),
            new UptimeMetrics());
    process.forEach(binder -> binder.bindTo(registry));
  }

  public MeterRegistry registry() {
    return registry;
  }

  public void add(Refresher refresher) {
    refreshers.add(refresher);
  }

  /**
   * All numbers in the text format of Prometheus; what cannot be brought up to date stays as it
   * was.
   */
  String page() {
    for (var refresher : refreshers) {
      try {
        refresher.refresh();
      } catch (RuntimeException e) {
        LOG.log(WARNING, "Some metrics are not up to date: cause=\"{0}\"", e.getMessage());
      }
    }
    return registry.scrape();
  }

  @Override
  public void close() {
    gc.close();
    registry.close();
  }
}
