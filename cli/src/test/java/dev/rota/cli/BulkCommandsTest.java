package dev.rota.cli;

import static dev.rota.cli.ClientCommandsTest.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.remote.Tree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Commands that do something to many jobs. */
class BulkCommandsTest {
  private static RunningNode node;

  @BeforeAll
  static void start() throws Exception {
    node = new RunningNode();
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @Test
  void a_filter_is_shown_first_then_done_in_the_background_and_taken_back() {
    jobs("letters", 7);
    assertThat(asked(0, "cancel", "--queue", "letters", "--dry-run"))
        .contains("7 jobs match, of which these are the newest.")
        .contains("rota.echo");
    assertThat(
            Tree.read(asked(0, "cancel", "--queue", "letters", "--dry-run", "--json"))
                .at("matched")
                .raw())
        .isEqualTo("7");
    assertThat(count("letters", "scheduled")).isEqualTo(7);
    String told = asked(0, "cancel", "--queue", "letters", "--status", "scheduled", "--yes");
    assertThat(told).contains("(cancel) completed: 7 done").contains("rota operations undo ");
    assertThat(count("letters", "cancelled")).isEqualTo(7);
    assertThat(asked(0, "cancel", "--queue", "letters", "--yes"))
        .contains("completed: 0 done, left as they were: 7 cancelled");
    String id = told.substring(told.lastIndexOf(' ') + 1).strip();
    assertThat(asked(0, "operations", "undo", id)).contains("(undo) completed: 7 done");
    assertThat(count("letters", "scheduled")).isEqualTo(7);
    assertThat(asked(0, "operations", "show", id)).contains("undone by").contains("letters");
    assertThat(asked(4, "operations", "cancel", id)).contains("is not running");
    assertThat(asked(4, "operations", "undo", id)).contains("was undone already");
    assertThat(asked(0, "operations")).contains("undone").contains(id);
  }

  @Test
  void where_nobody_can_be_asked_the_answer_has_to_be_given() {
    jobs("unasked", 1);
    assertThat(asked(2, "delete", "--queue", "unasked"))
        .contains("1 job matches.")
        .contains("say --yes");
    assertThat(asked(2, "delete", "--queue", "unasked", "--json")).contains("say --yes");
    assertThat(count("unasked", "scheduled")).isEqualTo(1);
  }

  @Test
  void it_can_be_left_to_itself() {
    jobs("left", 2);
    assertThat(asked(0, "pause", "--queue", "left", "--yes", "--detach"))
        .contains("runs in the background: rota operations show ");
  }

  @Test
  void jobs_are_chosen_by_what_is_in_them_and_by_their_age() {
    String[] ids = jobs("chosen", 2);
    String other =
        asked(0, "enqueue", "rota.echo", "{\"to\": \"Ada\"}", "--queue", "chosen", "--delay", "60");
    assertThat(asked(0, "priority", "--to", "70", "--queue", "chosen", "--text", "ada", "--yes"))
        .contains("completed: 1 done");
    assertThat(asked(0, "jobs", "--queue", "chosen", "--text", "ada", "--created-after", "1h"))
        .contains(other.strip())
        .contains(" 70 ")
        .doesNotContain(ids[0]);
    assertThat(asked(0, "jobs", "--queue", "chosen", "--created-before", "1h"))
        .isEqualTo("There are no such jobs.\n");
    assertThat(asked(0, "cancel", "--queue", "chosen", "--created-before", "1h", "--yes"))
        .isEqualTo("No job matches: there is nothing to cancel.\n");
    assertThat(asked(2, "jobs", "--created-after", "soon")).contains("as in 2h");
    assertThat(asked(0, "jobs", "--state", "failed,cancelled", "--queue", "chosen"))
        .isEqualTo("There are no such jobs.\n");
  }

  @Test
  void jobs_that_are_named_are_moved_and_deleted_without_a_question() {
    String[] ids = jobs("from", 2);
    assertThat(asked(0, "move", "--to", "there", ids[0], ids[1])).contains("completed: 2 done");
    assertThat(count("there", "scheduled")).isEqualTo(2);
    assertThat(asked(0, "delete", ids[0])).contains("completed: 1 done").contains("undo");
    assertThat(asked(3, "job", ids[0])).contains("there is no job");
  }

  @Test
  void the_jobs_of_a_batch_are_listed_and_chosen() {
    assertThat(asked(3, "jobs", "--batch", "17")).contains("there is no batch");
    assertThat(asked(2, "cancel", "--batch", "17", "--queue", "x", "--yes"))
        .contains("goes without other filters");
  }

  @Test
  void a_command_says_when_it_is_not_told_which() {
    assertThat(asked(2, "cancel")).contains("Which jobs? Say their ids, or a filter");
    assertThat(asked(2, "cancel", "1", "--queue", "x")).contains("ids or a filter, not both");
    assertThat(asked(2, "move", "1")).contains("--to");
  }

  @Test
  void a_database_without_a_node_does_it_itself() {
    jobs("direct", 3);
    RunningNode.environment(node.database)
        .forEach((name, value) ->
            System.setProperty(name.toLowerCase(java.util.Locale.ROOT).replace('_', '.'), value));
    try {
      assertThat(run(0, "pause", "--queue", "direct", "--yes")).contains("completed: 3 done");
      assertThat(run(0, "resume", "--queue", "direct", "--yes")).contains("completed: 3 done");
    } finally {
      List.of("url", "user", "password")
          .forEach(each -> System.clearProperty("rota.database." + each));
      System.clearProperty("rota.test.command");
    }
  }

  private static String[] jobs(String queue, int many) {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < many; i++) {
      ids.add(asked(0, "enqueue", "rota.echo", "--queue", queue, "--delay", "3600").strip());
    }
    return ids.toArray(String[]::new);
  }

  private static int count(String queue, String state) {
    return Tree.read(asked(0, "jobs", "--queue", queue, "--status", state, "--json"))
        .at("jobs")
        .items()
        .size();
  }

  private static String asked(int exit, String... arguments) {
    String[] all = Arrays.copyOf(arguments, arguments.length + 2);
    all[arguments.length] = "--url";
    all[arguments.length + 1] = node.url;
    return run(exit, all);
  }
}
