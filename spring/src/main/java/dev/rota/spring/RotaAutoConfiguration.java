package dev.rota.spring;

import dev.rota.engine.Engine;
import dev.rota.engine.EngineEvents;
import dev.rota.engine.EngineOptions;
import dev.rota.engine.scheduler.Scheduler;
import dev.rota.engine.scheduler.SchedulerOptions;
import io.micrometer.core.instrument.MeterRegistry;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The RotaAutoConfiguration puts an engine on the application's data source. */
@AutoConfiguration(
    afterName = {
      "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
    })
@ConditionalOnSingleCandidate(DataSource.class)
@ConditionalOnProperty(name = "rota.enabled", matchIfMissing = true)
@EnableConfigurationProperties(RotaProperties.class)
class RotaAutoConfiguration {

  @Bean(destroyMethod = "close")
  @ConditionalOnMissingBean
  Engine rotaEngine(
      DataSource source, RotaProperties properties, ObjectProvider<EngineEvents> listeners) {
    EngineOptions.Builder options =
        EngineOptions.builder()
            .capabilities(properties.capabilities())
            .lease(properties.lease())
            .poll(properties.poll())
            .listen(properties.listen())
            .retention(properties.retention())
            .housekeeping(properties.scheduler());
    if (properties.nodeName() != null) {
      options.name(properties.nodeName());
    }
    EngineEvents events =
        listeners.orderedStream().reduce(EngineEvents::and).orElse(EngineEvents.NONE);
    return Engine.start(source, options.build(), events);
  }

  /** Where schedules do not run, they can still be looked at and changed. */
  @Bean(destroyMethod = "close")
  @ConditionalOnMissingBean
  Scheduler rotaScheduler(Engine engine, RotaProperties properties) {
    SchedulerOptions options = SchedulerOptions.builder().build();
    return properties.scheduler()
        ? Scheduler.start(engine, options)
        : Scheduler.open(engine, options);
  }

  @Bean
  @ConditionalOnMissingBean
  RotaJobs rotaJobs(Engine engine, DataSource source) {
    return new RotaJobs(engine, source);
  }

  @Bean
  @ConditionalOnProperty(name = "rota.worker", matchIfMissing = true)
  RotaWorker rotaWorker(
      Engine engine, ConfigurableListableBeanFactory beans, RotaProperties properties) {
    return new RotaWorker(engine, new HandlerMethods(beans), properties);
  }

  /** What the actuator shows of it. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(HealthIndicator.class)
  static class HealthConfiguration {

    @Bean
    @ConditionalOnMissingBean(name = "rotaHealthIndicator")
    HealthIndicator rotaHealthIndicator(Engine engine) {
      return () -> {
        String obstacle = engine.unavailable();
        return obstacle == null
            ? Health.up().withDetail("leads", engine.leads()).build()
            : Health.down().withDetail("reason", obstacle).build();
      };
    }
  }

  /** What the actuator counts of it. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(MeterRegistry.class)
  static class MetricsConfiguration {

    @Bean
    EngineEvents rotaMeters(ObjectProvider<MeterRegistry> registry) {
      MeterRegistry found = registry.getIfAvailable();
      return found == null ? EngineEvents.NONE : new EngineMeters(found);
    }
  }
}
