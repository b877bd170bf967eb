package dev.rota.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.JobState;
import dev.rota.engine.Engine;
import dev.rota.engine.JobFilter;
import dev.rota.testkit.Eventually;
import dev.rota.testkit.TestDatabase;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;

class ShopTest {

  @Test
  void an_order_and_its_job_are_stored_together_and_the_job_is_done() throws Exception {
    try (TestDatabase database = TestDatabase.create();
        ConfigurableApplicationContext shop = start(database)) {
      Orders orders = shop.getBean(Orders.class);
      Engine engine = shop.getBean(Engine.class);

      long job = orders.place("Ada", 3);
      Eventually.await(
          Duration.ofMinutes(1),
          () -> engine.jobs().get(job).orElseThrow().state() == JobState.COMPLETED,
          "the order is confirmed");
      assertThat(orders.confirmed()).isEqualTo(1);

      assertThatThrownBy(() -> orders.place("Grace", 0)).hasMessage("an order of 0");
      assertThat(orders.placed()).isEqualTo(1);
      assertThat(engine.jobs().list(JobFilter.ALL, 10, null).items())
          .as("the job of the order that was rolled back is not there")
          .hasSize(1);

      assertThat(shop.getBean("rotaHealthIndicator", HealthIndicator.class).health())
          .isNotNull()
          .extracting(Health::getStatus)
          .isEqualTo(Status.UP);
      MeterRegistry registry = shop.getBean(MeterRegistry.class);
      assertThat(
              registry
                  .get("rota.jobs")
                  .tag("kind", "confirm")
                  .tag("status", "completed")
                  .timer()
                  .count())
          .isEqualTo(1);
      assertThat(registry.get("rota.jobs.enqueued").counter().count()).isEqualTo(2);
    }
  }

  private static ConfigurableApplicationContext start(TestDatabase database) {
    return new SpringApplicationBuilder(Shop.class)
        .run(
            "--spring.datasource.url=" + database.jdbcUrl(),
            "--spring.datasource.username=" + database.user(),
            "--spring.datasource.password=" + database.password());
  }
}
