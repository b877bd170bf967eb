package dev.rota.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.JobState;
import dev.rota.NewJob;
import dev.rota.engine.Engine;
import dev.rota.testkit.TestDatabase;
import dev.rota.worker.JobContext;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ClassPathResource;

class RotaStarterTest {
  private static TestDatabase database;

  @BeforeAll
  static void create() {
    database = TestDatabase.create("spring", Engine::migrate);
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  static class Slow {
    final CountDownLatch began = new CountDownLatch(1);
    final CountDownLatch mayEnd = new CountDownLatch(1);

    @RotaHandler(value = "slow", concurrency = 1)
    String slow(String payload) throws InterruptedException {
      began.countDown();
      mayEnd.await();
      return payload;
    }
  }

  static class Wrong {
    @RotaHandler("wrong")
    int wrong(JobContext job, int number) {
      return number;
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class WithSlow {
    @Bean
    Slow slow() {
      return new Slow();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class WithWrong {
    @Bean
    Wrong wrong() {
      return new Wrong();
    }
  }

  @Test
  void what_runs_when_the_application_stops_may_finish() throws Exception {
    long job;
    try (ConfigurableApplicationContext application = start(WithSlow.class)) {
      Slow slow = application.getBean(Slow.class);
      job = application.getBean(RotaJobs.class).enqueue(NewJob.of("slow", "{\"n\": 1}")).job();
      slow.began.await();
      Thread stopping = Thread.ofVirtual().start(application::close);
      slow.mayEnd.countDown();
      stopping.join();
    }
    try (ConfigurableApplicationContext later = start(WithSlow.class, "--rota.worker=false")) {
      assertThat(later.getBeanNamesForType(RotaWorker.class)).isEmpty();
      Engine engine = later.getBean(Engine.class);
      assertThat(engine.jobs().get(job).orElseThrow().state()).isEqualTo(JobState.COMPLETED);
    }
  }

  @Test
  void a_handler_of_a_wrong_shape_stops_the_start() {
    assertThatThrownBy(() -> start(WithWrong.class).close())
        .rootCause()
        .hasMessageContaining("must take a JobContext or the payload");
  }

  @Test
  void it_can_be_switched_off() {
    try (ConfigurableApplicationContext application =
        start(WithSlow.class, "--rota.enabled=false")) {
      assertThat(application.getBeanNamesForType(Engine.class)).isEmpty();
    }
  }

  @Test
  void editors_know_every_property() throws Exception {
    String metadata =
        new ClassPathResource("META-INF/spring-configuration-metadata.json")
            .getContentAsString(StandardCharsets.UTF_8);
    List<String> names =
        Arrays.stream(RotaProperties.class.getRecordComponents())
            .map(component -> "rota." + dashed(component.getName()))
            .toList();
    assertThat(
            Pattern.compile("\"name\": \"(rota\\.[a-z-]+)\"")
                .matcher(metadata)
                .results()
                .map(match -> match.group(1)))
        .containsExactlyElementsOf(names);
  }

  private static String dashed(String name) {
    return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }

  private static ConfigurableApplicationContext start(Class<?> application, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.username=" + database.user(),
                "--spring.datasource.password=" + database.password()));
    arguments.addAll(List.of(more));
    return new SpringApplicationBuilder(application).run(arguments.toArray(String[]::new));
  }
}
