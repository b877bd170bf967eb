package dev.rota.server.declared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.engine.Engine;
import dev.rota.engine.EngineEvents;
import dev.rota.engine.EngineOptions;
import dev.rota.engine.scheduler.Scheduler;
import dev.rota.engine.scheduler.SchedulerOptions;
import dev.rota.server.SettingsSource;
import dev.rota.testkit.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of docs/guides/rota-yaml.md, and those in examples/. */
class YamlGuideTest {
  private static final Path GUIDE = Path.of("..", "docs", "guides", "rota-yaml.md");
  private static final Pattern BLOCK = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);
  private static final Pattern REFUSAL =
      Pattern.compile("^\\| `(.*)` \\| (rota\\.yaml, line .*) \\|$", Pattern.MULTILINE);

  @TempDir Path folder;

  @Test
  void every_example_is_applied_and_then_as_declared() throws IOException {
    List<String> blocks =
        BLOCK.matcher(Files.readString(GUIDE)).results().map(found -> found.group(1)).toList();
    assertThat(blocks).hasSize(7);
    try (var database = TestDatabase.create();
        var engine =
            Engine.open(
                database.dataSource(),
                EngineOptions.builder().name("n").build(),
                EngineEvents.NONE)) {
      var keeper =
          new DeclarationKeeper(engine, Scheduler.open(engine, SchedulerOptions.builder().build()));
      for (String block : blocks) {
        assertThat(keeper.apply(read(block))).isNotEmpty();
        assertThat(keeper.changes(read(block))).isEmpty();
      }
      for (String example : List.of("dealbot", "crawl")) {
        var declaration =
            DeclarationReader.read(
                Path.of("..", "examples", example, "rota.yaml"), SettingsSource.of(Map.of()));
        assertThat(keeper.apply(declaration)).isNotEmpty();
        assertThat(keeper.changes(declaration)).isEmpty();
      }
    }
  }

  @Test
  void what_is_refused_is_answered_as_the_guide_says() throws IOException {
    var rows = REFUSAL.matcher(Files.readString(GUIDE)).results().toList();
    assertThat(rows).hasSize(7);
    rows.forEach(row -> assertThatThrownBy(() -> read(row.group(1))).hasMessage(row.group(2)));
  }

  private Declaration read(String text) {
    try {
      return DeclarationReader.read(
          Files.writeString(folder.resolve("rota.yaml"), text), SettingsSource.of(Map.of()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
