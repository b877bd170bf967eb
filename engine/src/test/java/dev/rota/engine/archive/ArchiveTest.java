package dev.rota.engine.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.Beat;
import dev.rota.Execution;
import dev.rota.Job;
import dev.rota.JobState;
import dev.rota.Lease;
import dev.rota.Limits;
import dev.rota.NewJob;
import dev.rota.Outcome;
import dev.rota.RetryPolicy;
import dev.rota.RotaException;
import dev.rota.engine.Engine;
import dev.rota.engine.EngineEvents;
import dev.rota.engine.EngineOptions;
import dev.rota.engine.EngineTest;
import dev.rota.engine.backup.Progress;
import dev.rota.engine.doctor.Doctor;
import dev.rota.engine.doctor.DoctorOptions;
import dev.rota.engine.doctor.Severity;
import dev.rota.remote.Tree;
import dev.rota.testkit.TestDatabase;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs go into files before they are dropped, whatever happens meanwhile, and come back out. */
final class ArchiveTest extends EngineTest {
  private static final Duration LONG = Duration.ofDays(45);
  private static final Duration WEEK = Duration.ofDays(7);

  /** Far from the ends of days and weeks, which would divide what is made here. */
  private static final String NEXT_FRIDAY_NOON =
      "SELECT extract(epoch FROM date_trunc('week', rota.clock(), 'UTC') + interval '276 hours' - rota.clock())::bigint";

  private static final Progress QUIET = (file, jobs, total) -> {};

  @TempDir private Path folder;
  private Engine keeper;

  @BeforeEach
  void openKeeper() {
    clock.advance(Duration.ofSeconds(Long.parseLong(String.valueOf(text(NEXT_FRIDAY_NOON)))));
    engine.tick();
    engine.prune();
    keeper = open(patient("keeper").archive(folder));
  }

  @Test
  void aDayGoesIntoAFileBeforeItsPartitionIsDropped() {
    long id = finished(NewJob.kind("mail").payload("{\"to\": \"ada\"}").tags("a", "b").build());
    clock.advance(LONG);
    engine.tick();

    assertThat(keeper.prune()).isPositive();

    assertThat(engine.jobs().get(id)).isEmpty();
    assertThat(count("job") + count("execution") + count("outgoing_job")).isZero();
    assertThat(partitionsBefore("31 days")).isZero();
    List<String> lines = lines(onlyFile());
    Tree job = Tree.read(lines.getFirst());
    assertThat(job.at("id").raw()).isEqualTo(String.valueOf(id));
    assertThat(job.at("kind").text()).isEqualTo("mail");
    assertThat(job.at("state").text()).isEqualTo("completed");
    assertThat(job.at("payload").at("to").text()).isEqualTo("ada");
    assertThat(job.at("executions").items()).hasSize(1);
    assertThat(Tree.read(lines.getLast()).at("jobs").number()).isEqualTo(1);
    assertThat(keeper.archive().files(10, 0))
        .singleElement()
        .satisfies(file -> {
          assertThat(file.jobs()).isEqualTo(1);
          assertThat(file.executions()).isEqualTo(1);
          assertThat(keeper.archive().look(file)).isEqualTo(FileState.PRESENT);
        });
  }

  @Test
  void jobsComeBackAsTheyWereInEveryField() {
    List<Long> ids = everySort();
    List<Job> before = ids.stream().map(this::job).toList();
    List<List<Execution>> tries = ids.stream().map(this::executions).toList();
    clock.advance(LONG);
    engine.tick();
    keeper.prune();
    assertThat(ids).allSatisfy(id -> assertThat(engine.jobs().get(id)).isEmpty());

    ReadBack back = keeper.archive().readBack(List.of(folder), WEEK, QUIET);

    assertThat(back.jobs()).isEqualTo(ids.size());
    assertThat(back.known()).isZero();
    assertThat(ids.stream().map(this::job).toList()).isEqualTo(before);
    assertThat(ids.stream().map(this::executions).toList()).isEqualTo(tries);
    ReadBack again = keeper.archive().readBack(List.of(folder), WEEK, QUIET);
    assertThat(again.jobs() + again.executions()).isZero();
    assertThat(again.known()).isEqualTo(ids.size());
    assertThat(ids.stream().map(this::executions).toList()).isEqualTo(tries);
  }

  @Test
  void jobsComeBackInAnotherDatabase() {
    List<Long> ids = everySort();
    List<Job> before = ids.stream().map(this::job).toList();
    clock.advance(LONG);
    engine.tick();
    keeper.prune();

    try (TestDatabase other = TestDatabase.create()) {
      Engine.archive(other.dataSource()).readBack(List.of(folder), WEEK, QUIET);
      EngineOptions options = EngineOptions.builder().name("there").build();
      try (Engine there = Engine.open(other.dataSource(), options, EngineEvents.NONE)) {
        assertThat(ids.stream().map(id -> there.jobs().get(id).orElseThrow()).toList())
            .isEqualTo(before);
        there.prune();
        assertThat(there.jobs().get(ids.getFirst())).isPresent();
      }
    }
  }

  @Test
  void whatWasReadBackIsKeptForAWhileAndThenGoesWithoutAnotherFile() {
    List<Long> ids = everySort();
    clock.advance(LONG);
    engine.tick();
    keeper.prune();
    List<Path> files = files();
    keeper.archive().readBack(List.of(folder), WEEK, QUIET);

    keeper.prune();
    engine.prune();
    assertThat(ids).allSatisfy(id -> assertThat(engine.jobs().get(id)).isPresent());

    clock.advance(Duration.ofDays(8));
    engine.tick();
    assertThat(keeper.prune()).isPositive();
    assertThat(ids).allSatisfy(id -> assertThat(engine.jobs().get(id)).isEmpty());
    assertThat(files()).isEqualTo(files);
  }

  @Test
  void whatWasReadBackGoesWithoutAnArchiveToo() {
    long id = finished(NewJob.of("k", "1"));
    clock.advance(LONG);
    engine.tick();
    keeper.prune();
    keeper.archive().readBack(List.of(folder), WEEK, QUIET);
    engine.prune();
    assertThat(state(id)).isEqualTo(JobState.COMPLETED);

    clock.advance(Duration.ofDays(8));
    engine.tick();
    engine.prune();

    assertThat(engine.jobs().get(id)).isEmpty();
    assertThat(count("job") + count("execution")).isZero();
  }

  @Test
  void aFolderThatIsNoneKeepsThePartitionAndSaysSo() throws IOException {
    long id = finished(NewJob.of("k", "1"));
    Path taken = Files.writeString(folder.resolve("taken"), "a file where the folder should be");
    Engine stuck = open(patient("stuck").archive(taken));
    clock.advance(LONG);
    engine.tick();

    assertThat(stuck.prune()).isZero();

    assertThat(state(id)).isEqualTo(JobState.COMPLETED);
    assertThat(stuck.archive().failure())
        .hasValueSatisfying(failure -> {
          assertThat(failure.node()).isEqualTo("stuck");
          assertThat(failure.error()).contains("taken");
        });
    assertThat(new Doctor(engine.database(), DoctorOptions.STANDARD).examine())
        .filteredOn(finding -> finding.check().equals("archive"))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.severity()).isEqualTo(Severity.WARNING);
          assertThat(finding.seen()).startsWith("archiving fails on stuck since ");
        });
    Files.delete(taken);
    assertThat(stuck.prune()).isPositive();
    assertThat(stuck.archive().failure()).isEmpty();
    assertThat(engine.jobs().get(id)).isEmpty();
    assertThat(Archive.files(taken)).hasSize(1);
  }

  /** What is written to /dev/full finds the disk full. */
  @Test
  void aFullDiskLosesNothingAndIsTriedAgain() throws IOException {
    long id = finished(NewJob.of("k", "1"));
    String day = text("SELECT (rota.clock() AT TIME ZONE 'UTC')::date");
    Path full = folder.resolve(".unfinished-" + day);
    Files.createSymbolicLink(full, Path.of("/dev/full"));
    clock.advance(LONG);
    engine.tick();

    keeper.prune();

    assertThat(keeper.archive().failure().orElseThrow().error()).contains("No space left");
    assertThat(count("outgoing_job")).isEqualTo(1);
    assertThat(count("outgoing_execution")).isEqualTo(1);
    assertThat(files()).isEmpty();
    keeper.prune();
    assertThat(keeper.archive().failure()).isEmpty();
    assertThat(count("outgoing_job")).isZero();
    keeper.archive().readBack(List.of(folder), WEEK, QUIET);
    assertThat(state(id)).isEqualTo(JobState.COMPLETED);
  }

  @Test
  void aFileThatIsDurableIsNotWrittenAgainWhenTheDropDidNotHappen() throws Exception {
    long id = finished(NewJob.of("k", "1"));
    clock.advance(Duration.ofDays(31));
    engine.tick();
    keeper.prune();
    clock.advance(Duration.ofDays(14));
    engine.tick();
    try (Connection reader = pool.getConnection()) {
      reader.setAutoCommit(false);
      reader.createStatement().execute("LOCK rota.outgoing_job IN ACCESS SHARE MODE");
      keeper.prune();
      assertThat(files()).hasSize(1);
      assertThat(count("outgoing_job")).isEqualTo(1);
      assertThat(count("archive_file")).isZero();
      assertThat(keeper.archive().failure()).isPresent();
      reader.rollback();
    }
    byte[] written = Files.readAllBytes(onlyFile());

    keeper.prune();

    assertThat(Files.readAllBytes(onlyFile())).isEqualTo(written);
    assertThat(count("outgoing_job")).isZero();
    assertThat(count("archive_file")).isEqualTo(1);
    assertThat(engine.jobs().get(id)).isEmpty();
  }

  @Test
  void whatAKilledNodeLeftUnfinishedIsNoFileAndIsWrittenOver() throws IOException {
    finished(NewJob.of("k", "1"));
    String day = text("SELECT (rota.clock() AT TIME ZONE 'UTC')::date");
    Files.writeString(folder.resolve(".unfinished-" + day), "half a file");
    clock.advance(LONG);
    engine.tick();

    assertThat(Archive.files(folder)).isEmpty();
    keeper.prune();

    assertThat(Archive.check(onlyFile()).jobs()).isEqualTo(1);
    assertThat(folder).isDirectoryNotContaining("glob:**unfinished*");
  }

  @Test
  void aNameThatIsTakenIsLeftAlone() throws IOException {
    finished(NewJob.of("k", "1"));
    String day = text("SELECT (rota.clock() AT TIME ZONE 'UTC')::date");
    Path other = Files.writeString(folder.resolve("jobs-" + day + ".ndjson.gz"), "another's");
    clock.advance(LONG);
    engine.tick();

    keeper.prune();

    assertThat(other).hasContent("another's");
    assertThat(Archive.check(folder.resolve("jobs-" + day + ".2.ndjson.gz")).jobs()).isEqualTo(1);
  }

  @Test
  void jobsThatOutlivedTheirPartitionAreArchivedWhenTheyGo() {
    long late = enqueue(NewJob.kind("late").delay(Duration.ofDays(50)).build());
    long early = finished(NewJob.of("early", "1"));
    clock.advance(LONG);
    engine.tick();
    keeper.prune();
    assertThat(state(late)).isEqualTo(JobState.SCHEDULED);
    clock.advance(WEEK);
    engine.tick();
    complete(claimOne());
    clock.advance(LONG);
    engine.tick();

    keeper.prune();

    assertThat(engine.jobs().get(late)).isEmpty();
    assertThat(count("job") + count("outgoing_job")).isZero();
    assertThat(files()).hasSize(2);
    keeper.archive().readBack(List.of(folder), WEEK, QUIET);
    assertThat(state(late)).isEqualTo(JobState.COMPLETED);
    assertThat(state(early)).isEqualTo(JobState.COMPLETED);
  }

  @Test
  void triesThatGoBeforeTheirJobComeBackWithIt() {
    long id = enqueue(NewJob.kind("k").maxRetries(3).build());
    fail(claimOne());
    clock.advance(LONG);
    engine.tick();
    keeper.prune();
    assertThat(count("execution")).isZero();
    assertThat(state(id)).isNotEqualTo(JobState.COMPLETED);
    complete(claimOne());
    clock.advance(LONG);
    engine.tick();
    keeper.prune();
    assertThat(engine.jobs().get(id)).isEmpty();

    keeper.archive().readBack(List.of(folder), WEEK, QUIET);

    assertThat(state(id)).isEqualTo(JobState.COMPLETED);
    assertThat(executions(id)).extracting(Execution::status).containsExactly("completed", "failed");
  }

  @Test
  void aFileThatIsNotWholeIsRefusedAndNamesTheLine() throws IOException {
    List<Long> ids = everySort();
    clock.advance(LONG);
    engine.tick();
    keeper.prune();
    byte[] whole = Files.readAllBytes(onlyFile());
    Path cut = folder.resolve("cut.ndjson.gz");
    Files.write(cut, Arrays.copyOf(whole, whole.length / 2));
    Path text = Files.writeString(folder.resolve("text.ndjson.gz"), "hello");
    Archive archive = keeper.archive();

    assertThatThrownBy(() -> archive.readBack(List.of(cut), WEEK, QUIET))
        .isInstanceOf(RotaException.class)
        .hasMessageContaining("cut.ndjson.gz, line ")
        .hasMessageContaining("its end is missing");
    assertThatThrownBy(() -> archive.readBack(List.of(text), WEEK, QUIET))
        .hasMessageContaining("text.ndjson.gz, line 1");
    assertThatThrownBy(() -> archive.readBack(List.of(folder.resolve("none")), WEEK, QUIET))
        .hasMessageContaining("there is no file");
    assertThat(count("job")).isZero();
    assertThat(ids).isNotEmpty();
  }

  @Test
  void aJobThatIsAliveAgainIsLeftAlone() throws IOException {
    long id = enqueue(NewJob.kind("k").maxRetries(0).build());
    fail(claimOne());
    clock.advance(LONG);
    engine.tick();
    keeper.prune();
    keeper.archive().readBack(List.of(folder), WEEK, QUIET);
    engine.jobs().retry(id, "ada");
    assertThat(state(id)).isEqualTo(JobState.PENDING);

    keeper.archive().readBack(List.of(folder), WEEK, QUIET);

    assertThat(state(id)).isEqualTo(JobState.PENDING);
    complete(claimOne());
    assertThat(state(id)).isEqualTo(JobState.COMPLETED);
    assertThat(executions(id)).hasSize(2);
  }

  @Test
  void aNodeWithoutAFolderSaysThatSomethingWaitsForOne() throws IOException {
    finished(NewJob.of("k", "1"));
    String day = text("SELECT (rota.clock() AT TIME ZONE 'UTC')::date");
    Files.createSymbolicLink(folder.resolve(".unfinished-" + day), Path.of("/dev/full"));
    clock.advance(LONG);
    engine.tick();
    keeper.prune();

    engine.prune();

    assertThat(engine.archive().failure().orElseThrow().error()).contains("ROTA_ARCHIVE_DIR");
    assertThat(count("outgoing_job")).isEqualTo(1);
  }

  @Test
  void manyJobsGoThroughInPages() {
    engine
        .jobs()
        .enqueueAll(
            IntStream.range(0, 2_345)
                .mapToObj(n -> NewJob.of("k", "{\"n\": " + n + ",\n \"text\": \"line\\nbreak\"}")));
    for (List<Lease> leases = claim(500); !leases.isEmpty(); leases = claim(500)) {
      leases.forEach(this::complete);
    }
    clock.advance(LONG);
    engine.tick();

    keeper.prune();

    ArchiveTotals totals = keeper.archive().totals();
    assertThat(totals.jobs()).isEqualTo(2_345);
    assertThat(totals.executions()).isEqualTo(2_345);
    assertThat(keeper.archive().readBack(List.of(folder), WEEK, QUIET).jobs()).isEqualTo(2_345);
  }

  @Test
  void whatIsOutgoingHasTheColumnsOfWhatItWas() throws SQLException {
    for (String table : List.of("job", "execution", "ended")) {
      assertThat(columns("outgoing_" + table)).as(table).isEqualTo(columns(table));
    }
  }

  private List<String> columns(String table) {
    return texts(
        "SELECT attname || ' ' || atttypid::regtype FROM pg_attribute WHERE attnum > 0 AND NOT attisdropped"
            + " AND attrelid = 'rota."
            + table
            + "'::regclass ORDER BY attnum");
  }

  private long finished(NewJob job) {
    long id = enqueue(job);
    complete(claimOne());
    return id;
  }

  /** Jobs with everything that a job can have, each ended in its way. */
  private List<Long> everySort() {
    long full =
        enqueue(
            NewJob.kind("full")
                .payload("{\"b\": [1, 2.50, null], \"a\": \"\u00e9\u2603 \\\"quoted\\\"\\n\"}")
                .priority(40)
                .maxRetries(2)
                .retry(new RetryPolicy(Duration.ofMillis(1500), 1.5, Duration.ofHours(2), 0.1))
                .timeout(Duration.ofMillis(90_250))
                .limits(new Limits(Duration.ofMillis(1_250), 64))
                .unique("order-1")
                .concurrency("key", 3)
                .tags("x", "y")
                .metadata("{\"team\": \"blue\"}")
                .tenant("acme")
                .trace("00-abc")
                .createdBy("ada")
                .build());
    fail(claimOne());
    clock.advance(Duration.ofHours(1));
    engine.tick();
    Lease second = claimOne();
    source.renew(List.of(new Beat(second.job(), second.fence(), 50, "half \u00bd")));
    report(second, new Outcome.Completed("{\"sum\": 3}"));
    long cancelled = enqueue(NewJob.kind("never").queue("other").build());
    engine.jobs().cancel(cancelled, "bob");
    long failed = enqueue(NewJob.kind("bad").maxRetries(0).build());
    fail(claimOne());
    long plain = finished(NewJob.of("plain", "null"));
    long child = enqueue(NewJob.kind("child").dependsOn(plain).build());
    engine.tick();
    complete(claimOne());
    return List.of(full, cancelled, failed, plain, child);
  }

  private List<Execution> executions(long id) {
    return engine.jobs().executions(id, 10, 0);
  }

  private long partitionsBefore(String age) {
    return Long.parseLong(
        String.valueOf(
            text(
                "SELECT count(*) FROM rota.partition WHERE to_id < rota.id_at(rota.clock() - interval '"
                    + age
                    + "')")));
  }

  private List<Path> files() {
    return Archive.files(folder);
  }

  private Path onlyFile() {
    assertThat(files()).hasSize(1);
    return files().getFirst();
  }

  private static List<String> lines(Path file) {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      return reader.lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
