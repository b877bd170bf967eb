package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.StateMachine.Move;
import dev.rota.engine.StateMachine.Transition;
import dev.rota.testkit.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What is true of every .sql file, whatever it does. */
final class SqlFilesTest {
  private static final Path PAGE = Path.of("..", "docs", "STATES.md");

  @Test
  void everyStatementPreparesOnTheDatabase() throws SQLException {
    List<String> refused = new ArrayList<>();
    try (TestDatabase database = EngineTest.migrated();
        Connection connection = database.connect()) {
      for (SqlFile file : SqlFile.planned()) {
        try (var statement = connection.prepareStatement(file.sql().jdbc())) {
          statement.getParameterMetaData();
        } catch (SQLException e) {
          refused.add(file + ": " + e.getMessage());
        }
      }
    }
    assertThat(refused).isEmpty();
  }

  @Test
  void everyHeaderTellsTheIndexAndTheLocks() {
    assertThat(SqlFile.all())
        .isNotEmpty()
        .allSatisfy(file -> assertThat(file.text()).startsWith("-- "))
        .allSatisfy(file -> assertThat(file.header("index")).as("index of %s", file).isPresent())
        .allSatisfy(file -> assertThat(file.header("locks")).as("locks of %s", file).isPresent());
  }

  @Test
  void everyStatementThatMovesJobsTellsItsTransitions() {
    assertThat(SqlFile.all().stream().filter(SqlFile::movesJobs))
        .hasSizeGreaterThan(10)
        .allSatisfy(file -> assertThat(file.transitions()).as(file.name()).isNotEmpty());
  }

  @Test
  void theTransitionsOfTheStatementsAreThoseOfTheStateMachine() {
    Map<String, TreeSet<String>> told = new TreeMap<>();
    for (Move move : Move.values()) {
      TreeSet<String> transitions = new TreeSet<>();
      move.statements().forEach(name -> transitions.addAll(SqlFile.of(name).transitions()));
      told.put(move.name(), transitions);
    }
    Map<String, TreeSet<String>> allowed = new TreeMap<>();
    for (Move move : Move.values()) {
      TreeSet<String> transitions = new TreeSet<>();
      move.transitions().stream().map(Transition::toString).forEach(transitions::add);
      allowed.put(move.name(), transitions);
    }
    assertThat(told).isEqualTo(allowed);
    assertThat(SqlFile.all().stream().filter(file -> !file.transitions().isEmpty()))
        .extracting(SqlFile::name)
        .as("statements that make a transition")
        .containsExactlyInAnyOrderElementsOf(
            List.of(Move.values()).stream().flatMap(move -> move.statements().stream()).toList());
  }

  /**
   * A statement sees the database as it was at its beginning. A row that was updated meanwhile is
   * found and locked in its new place, but is not seen there when it is looked for by its place.
   */
  @Test
  void rowsThatAreFoundAgainByTheirPlaceAreNeverUpdated() {
    Pattern place = Pattern.compile("(\\w+)\\.ctid AS .* FROM rota\\.(\\w+) \\1\\b");
    List<String> tables = new ArrayList<>();
    for (SqlFile file : SqlFile.all()) {
      place.matcher(file.text()).results().forEach(found -> tables.add(found.group(2)));
    }
    assertThat(tables).contains("ready");
    assertThat(SqlFile.all())
        .allSatisfy(file ->
            assertThat(tables)
                .as("tables that %s must not update", file)
                .noneMatch(table -> file.text().contains("UPDATE rota." + table + " ")));
  }

  @Test
  void thePageOfStatesIsUpToDate() throws IOException {
    String page = StatesPage.markdown();
    if ("write".equals(System.getProperty("rota.docs"))) {
      Files.writeString(PAGE, page);
    }
    assertThat(PAGE)
        .as("docs/STATES.md is made from the state machine: -Drota.docs=write writes it again")
        .hasContent(page);
  }
}
