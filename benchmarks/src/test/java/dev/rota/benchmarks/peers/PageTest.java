package dev.rota.benchmarks.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

final class PageTest {
  @TempDir private Path folder;
  private Results results;

  @BeforeEach
  void startWithoutResults() throws IOException {
    results = Results.in(folder.resolve("results.ndjson"));
  }

  @Test
  void whatIsInTheFileIsNotRunAgain() throws Exception {
    add("drain", Entrant.ROTA, 1, Map.of("rate", 5.0));

    Results again = Results.in(folder.resolve("results.ndjson"));

    assertThat(again.has("drain", Entrant.ROTA, 1)).isTrue();
    assertThat(again.has("drain", Entrant.ROTA, 2)).isFalse();
    assertThat(again.has("drain", Entrant.QUARTZ, 1)).isFalse();
    assertThat(again.median("drain", Entrant.ROTA, "rate")).isEqualTo(5);
  }

  @Test
  void whatIsForgottenIsRunAgain() throws Exception {
    add("drain", Entrant.ROTA, 1, Map.of("rate", 5.0));
    add("drain", Entrant.QUARTZ, 1, Map.of("rate", 1.0));

    results.forget("drain", Entrant.ROTA);

    Results again = Results.in(folder.resolve("results.ndjson"));
    assertThat(again.has("drain", Entrant.ROTA, 1)).isFalse();
    assertThat(again.has("drain", Entrant.QUARTZ, 1)).isTrue();
  }

  @Test
  void theFastestPeerIsWhatRotaIsHeldAgainst() throws Exception {
    for (int round = 1; round <= 3; round++) {
      add("drain", Entrant.ROTA, round, Map.of("rate", 40_000.0 + round * 1_000));
      add("drain", Entrant.GRAPHILE_WORKER, round, Map.of("rate", 20_000.0));
      add("drain", Entrant.QUARTZ, round, Map.of("rate", 500.0));
    }

    assertThat(Claims.of(results).getFirst().line())
        .isEqualTo(
            "| drain of 200,000 no-op jobs | 42,000/s (41,000–43,000)"
                + " | graphile-worker 0.18.0: 20,000/s (20,000–20,000) | 2.10 | ≥ 2.0"
                + " | yes, by 5 % |");
  }

  @Test
  void aBarThatIsMissedSaysByHowMuch() throws Exception {
    add("wal", Entrant.ROTA, 1, Map.of("bytes", 1_500.0));
    add("latency", Entrant.ROTA, 1, Map.of("near50", 3.0));
    add("latency", Entrant.PG_BOSS, 1, Map.of("near50", 4.0));

    assertThat(verdict("WAL of a job, full-page images apart")).isEqualTo("**no**, by 20 %");
    assertThat(verdict("start latency, idle, in process: p50")).isEqualTo("yes, by 25 %");
    assertThat(verdict("100 queues")).isEqualTo("not measured yet");
  }

  @Test
  void onlyTheResultsAreWritten() throws Exception {
    Path page = folder.resolve("page.md");
    Page.write(page, results);
    Files.writeString(page, "before\n" + Files.readString(page) + "after\n");
    add("drain", Entrant.ROTA, 1, Map.of("rate", 40_000.0));

    Page.write(page, results);

    assertThat(page)
        .content()
        .startsWith("before\n")
        .endsWith("after\n")
        .contains("PostgreSQL of the test", "| Rota | every job and every execution |")
        .contains("| drain of 200,000 | 40,000/s | – |");
    Files.writeString(page, "no headings");
    assertThatThrownBy(() -> Page.write(page, results))
        .hasMessageContaining("lost one of its headings");
  }

  @Test
  void thePictureIsAnSvgWithABarAndALineForWhatWasMeasured() throws Exception {
    add("drain", Entrant.ROTA, 1, Map.of("rate", 40_000.0));
    add("pinned-reader", Entrant.ROTA, 1, Map.of("line", List.of(3.0, 2.0, 1.0)));

    var svg =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(Picture.of(results))));

    assertThat(svg.getElementsByTagName("rect").getLength()).isEqualTo(1);
    assertThat(svg.getElementsByTagName("polyline").getLength()).isEqualTo(1);
  }

  @Test
  void theCommandLineNamesPartsAndContestants() {
    PeerOptions options =
        PeerOptions.parse("--part", "pinned-reader-peers", "--only", "db-scheduler", "--quick");

    assertThat(options.parts()).containsExactly(Part.PINNED_READER_PEERS);
    assertThat(options.wants(Entrant.DB_SCHEDULER)).isTrue();
    assertThat(options.wants(Entrant.ROTA)).isFalse();
    assertThat(options.rounds(Part.DRAIN, Entrant.ROTA)).isEqualTo(1);
    assertThat(options.url()).isEmpty();
    assertThat(PeerOptions.parse("--url", "jdbc:postgresql://db/x").url())
        .contains("jdbc:postgresql://db/x");
    assertThatThrownBy(() -> PeerOptions.parse("--speed")).hasMessage("unknown: --speed");
  }

  @Test
  void everyPartFitsIntoTwentyMinutes() {
    assertThat(Part.values()).allMatch(part -> part.minutes() < 20);
  }

  private String verdict(String workload) {
    return Claims.of(results).stream()
        .filter(claim -> claim.workload().equals(workload))
        .findFirst()
        .orElseThrow()
        .verdict();
  }

  private void add(String workload, Entrant entrant, int round, Map<String, Object> figures)
      throws IOException {
    results.add(workload, entrant, round, "PostgreSQL of the test", figures);
  }
}
