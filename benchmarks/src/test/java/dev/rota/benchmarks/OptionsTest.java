package dev.rota.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class OptionsTest {
  @Test
  void withoutAWordEverythingRunsInFull() throws Exception {
    Options options = Options.parse();

    assertThat(Benchmarks.ALL).allMatch(options::wants);
    assertThat(options.scale()).isEqualTo(Scale.FULL);
  }

  @Test
  void namedWorkloadsRunAlone() throws Exception {
    Options options = Options.parse("drain", "--quick", "claim-latency", "--rounds", "7");

    assertThat(Benchmarks.ALL.stream().filter(options::wants).map(Workload::name))
        .containsExactly("drain", "claim-latency");
    assertThat(options.scale()).isEqualTo(Scale.QUICK.withRounds(7));
  }

  @Test
  void filesAndTheServerAreTaken() throws Exception {
    Options options = Options.parse("--url", "jdbc:postgresql://h/db", "--json", "a", "--jfr", "b");

    assertThat(options.url()).contains("jdbc:postgresql://h/db");
    assertThat(options.json()).contains(Path.of("a"));
    assertThat(options.recording()).contains(Path.of("b"));
  }

  @Test
  void whatNobodyKnowsIsRefused() {
    assertThatThrownBy(() -> Options.parse("drian")).hasMessage("unknown: drian");
    assertThatThrownBy(() -> Options.parse("--json")).hasMessage("--json needs a value");
    assertThatThrownBy(() -> Options.parse("--rounds", "x"))
        .hasMessage("--rounds needs a number, not x");
  }
}
