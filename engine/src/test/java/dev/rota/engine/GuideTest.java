package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.JobState;
import dev.rota.Limits;
import dev.rota.NewJob;
import dev.rota.Outcome;
import dev.rota.RetryPolicy;
import dev.rota.Unique;
import dev.rota.testkit.TestDatabase;
import dev.rota.worker.DoNotRetry;
import dev.rota.worker.RetryAfter;
import dev.rota.worker.Worker;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The examples of docs/guides/jobs.md: what stands between the markers stands in the guide, to the
 * letter.
 */
final class GuideTest {
  private static final Guide GUIDE = Guide.of("jobs", GuideTest.class);

  private final List<String> seen = new CopyOnWriteArrayList<>();
  private TestDatabase database;
  private DataSource dataSource;
  private Engine engine;

  @BeforeEach
  void open() {
    database = TestDatabase.create("engine", c -> Statements.migrations().migrate(c));
    dataSource = database.dataSource();
    engine = Engine.start(dataSource);
  }

  @AfterEach
  void close() {
    engine.close();
    database.close();
  }

  @Test
  void aFirstJob() throws Exception {
    try (Worker worker =
        // guide: worker
        Worker.on(engine.source())
            .queue("default", 20)
            .handle("greet", job -> greet(job.payload()))
            .start()
    // end
    ) {
      // guide: enqueue
      NewJob job =
          NewJob.kind("greet")
              .payload("{\"name\": \"Ada\"}")
              .priority(50)
              .maxRetries(5)
              .retry(RetryPolicy.DEFAULT.withCap(Duration.ofHours(1)))
              .timeout(Duration.ofMinutes(2))
              .tags("people")
              .build();
      long id = engine.jobs().enqueue(job).job();
      // end
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
      assertThat(engine.jobs().get(id).orElseThrow().state()).isEqualTo(JobState.COMPLETED);
    }
  }

  @Test
  void inYourTransaction() throws Exception {
    database.execute("CREATE TABLE person (name text)");
    // guide: transaction
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      insertPerson(connection, "Ada");
      engine.jobs().enqueue(connection, NewJob.of("greet", "{\"name\": \"Ada\"}"));
      connection.commit(); // both, or neither
    }
    // end
    try (Worker worker =
        // guide: complete-in-transaction
        Worker.on(engine.source())
            .run(
                "greet",
                job -> {
                  try (Connection connection = dataSource.getConnection()) {
                    connection.setAutoCommit(false);
                    insertPerson(connection, "greeted");
                    job.completeIn(connection, null);
                    connection.commit(); // the row and the end of the job, or neither
                  }
                })
            .start()
    // end
    ) {
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
    }
    assertThat(engine.queues().depths()).isEmpty();
  }

  @Test
  void manyAtOnce() {
    // guide: bulk
    long stored =
        engine
            .jobs()
            .enqueueAll(
                IntStream.range(0, 2_000)
                    .mapToObj(n -> NewJob.of("index", "{\"page\": " + n + "}")));
    // end
    assertThat(stored).isEqualTo(2_000);
  }

  @Test
  void onlyOnce() {
    // guide: unique
    NewJob crawl = NewJob.kind("crawl").unique("example.com").build();
    Enqueued first = engine.jobs().enqueue(crawl);
    Enqueued second = engine.jobs().enqueue(crawl); // first.job() again, marked as a duplicate
    // end
    assertThat(second).isEqualTo(new Enqueued(first.job(), true));
    // guide: debounce
    NewJob search =
        NewJob.kind("search")
            .delay(Duration.ofSeconds(5))
            .unique(
                Unique.whilePending("query-1")
                    .onDuplicate(Unique.OnDuplicate.REPLACE_PAYLOAD_AND_EXTEND_DELAY))
            .build();
    // end
    assertThat(engine.jobs().enqueue(search).duplicate()).isFalse();
    assertThat(engine.jobs().enqueue(search).duplicate()).isTrue();
    // guide: idempotency
    engine.jobs().enqueue(NewJob.kind("pay").idempotencyKey("order-4711").build());
    // end
  }

  @Test
  void notTooManyAtOnce() {
    // guide: concurrency-key
    NewJob.kind("scrape").concurrency("example.com", 2).build();
    // end
    // guide: limits
    engine
        .queues()
        .put(
            "crawl",
            QueueSettings.DEFAULTS.withInCluster(50).withRate(600, Duration.ofMinutes(1)),
            "ada");
    engine.queues().pause("crawl", "ada");
    engine.queues().resume("crawl", "ada");
    // end
    assertThat(engine.queues().get("crawl").orElseThrow().settings().inCluster()).isEqualTo(50);
  }

  @Test
  void whatFollowsAFailure() throws Exception {
    long gone = engine.jobs().enqueue(NewJob.of("fetch", "\"gone\"")).job();
    long busy = engine.jobs().enqueue(NewJob.of("fetch", "\"busy\"")).job();
    long missing = engine.jobs().enqueue(NewJob.of("fetch", "\"missing\"")).job();
    try (Worker worker =
        // guide: failures
        Worker.on(engine.source())
            .run(
                "fetch",
                job -> {
                  switch (job.payload()) {
                    case "\"gone\"" -> throw new DoNotRetry("410 Gone");
                    case "\"busy\"" -> throw new RetryAfter(Duration.ofMinutes(10), "429");
                    default -> throw new FileNotFoundException(job.payload());
                  }
                })
            .onException(FileNotFoundException.class, e -> new Outcome.Retry.Never())
            .start()
    // end
    ) {
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
    }
    assertThat(engine.jobs().get(gone).orElseThrow().state()).isEqualTo(JobState.FAILED);
    assertThat(engine.jobs().get(busy).orElseThrow().state()).isEqualTo(JobState.SCHEDULED);
    assertThat(engine.jobs().get(missing).orElseThrow().state()).isEqualTo(JobState.FAILED);
    // guide: control
    engine.jobs().retry(gone, "ada");
    engine.jobs().boost(gone, 20, "ada");
    engine.jobs().pause(busy, "ada");
    engine.jobs().resume(busy, "ada");
    engine.jobs().cancel(busy, "ada");
    // end
    assertThat(engine.jobs().get(busy).orElseThrow().state()).isEqualTo(JobState.CANCELLED);
  }

  @Test
  void longWork() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    long id = engine.jobs().enqueue(NewJob.of("import", "[1, 2, 3]")).job();
    try (Worker worker =
        // guide: progress
        Worker.on(engine.source())
            .run(
                "import",
                job -> {
                  for (int page = 0; page < 100; page++) {
                    job.throwIfCancelled();
                    importPage(page);
                    job.count("items_indexed", 1);
                    job.progress(page, "page " + page);
                    started.countDown();
                  }
                })
            .start()
    // end
    ) {
      started.await();
      engine.jobs().cancel(id, "ada");
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
    }
    assertThat(engine.jobs().get(id).orElseThrow().state()).isEqualTo(JobState.CANCELLED);
  }

  @Test
  void inBatches() throws Exception {
    engine.jobs().enqueueAll(IntStream.range(0, 50).mapToObj(n -> NewJob.of("mail", "" + n)));
    try (Worker worker =
        // guide: batch
        Worker.on(engine.source())
            .handleBatch(
                "mail",
                100,
                jobs -> {
                  jobs.forEach(job -> seen.add(job.payload()));
                  jobs.get(0).fail(new IOException("this one bounced")); // the others complete
                })
            .start()
    // end
    ) {
      assertThat(worker.awaitIdle(Duration.ofMinutes(1))).isTrue();
    }
    assertThat(seen).hasSizeGreaterThanOrEqualTo(50);
  }

  @Test
  void oneToMany() {
    // guide: publish
    engine.jobs().subscribe("page.changed", "index", "default");
    engine.jobs().subscribe("page.changed", "notify", "mail");
    engine.jobs().publish("page.changed", "{\"page\": 7}"); // one job of each kind
    // end
    assertThat(engine.queues().depths()).hasSize(2);
  }

  @Test
  void limits() {
    NewJob job =
        // guide: limits
        NewJob.kind("render")
            .timeout(Duration.ofMinutes(5))
            .limits(new Limits(Duration.ofSeconds(10), 512))
            .build();
    // end
    long id = engine.jobs().enqueue(job).job();
    assertThat(engine.jobs().get(id).orElseThrow().limits()).isEqualTo(job.limits());
  }

  @Test
  void fromSql() throws Exception {
    for (String sql : GUIDE.blocks("sql")) {
      try (Connection connection = dataSource.getConnection();
          Statement statement = connection.createStatement()) {
        statement.execute(sql);
      }
    }
    assertThat(GUIDE.blocks("sql")).isNotEmpty();
  }

  @Test
  void theGuideShowsTheseExamplesToTheLetter() throws IOException {
    GUIDE.showsTheExamplesOfItsTest();
  }

  private String greet(String payload) {
    seen.add(payload);
    return payload;
  }

  private static void importPage(int page) throws InterruptedException {
    Thread.sleep(20 + page % 2);
  }

  private static void insertPerson(Connection connection, String name) throws Exception {
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO person VALUES (?)")) {
      insert.setString(1, name);
      insert.executeUpdate();
    }
  }
}
