package dev.rota.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.Claim;
import dev.rota.JobSource;
import dev.rota.Lease;
import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.engine.deadletters.DeadLetters;
import dev.rota.engine.operations.OperationOptions;
import dev.rota.engine.operations.Operations;
import dev.rota.server.CurlGuide;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperationRoutesTest extends ApiTest {
  private static final String ALL = "/api/v1/operations";

  @Test
  void an_operation_is_previewed_started_watched_and_undone() {
    String id = create("{\"kind\": \"k\", \"queue\": \"q\"}");
    String other = create("{\"kind\": \"k\", \"queue\": \"r\"}");
    String wish =
        "{\"action\": \"move\", \"queue\": \"r\", \"filter\": {\"status\": [\"pending\"]}}";
    Answer preview = post(ALL + "/preview", wish);
    assertThat(preview.at("/matched")).isEqualTo("2");
    assertThat(preview.at("/sample/0/id")).isEqualTo(other);

    Answer begun = post(ALL, wish, "X-Rota-Actor", "ada");
    assertThat(begun.status()).isEqualTo(201);
    assertThat(begun.at("/status")).isEqualTo("running");
    assertThat(begun.at("/expected")).isEqualTo("2");
    assertThat(begun.at("/filter/status/0")).isEqualTo("pending");
    assertThat(begun.at("/created_by")).isEqualTo("ada");
    Operations operations = Operations.open(engine, OperationOptions.STANDARD);
    operations.work();
    Answer done = get(ALL + "/" + begun.at("/id"));
    assertThat(done.at("/status")).isEqualTo("completed");
    assertThat(done.at("/done")).isEqualTo("1");
    assertThat(done.at("/skipped_reasons/already there")).isEqualTo("1");
    assertThat(get("/api/v1/jobs/" + id).at("/queue")).isEqualTo("r");
    assertThat(post(ALL + "/" + begun.at("/id") + "/cancel", "").status()).isEqualTo(409);

    Answer undo = post(ALL + "/" + begun.at("/id") + "/undo", "");
    assertThat(undo.status()).isEqualTo(201);
    assertThat(undo.at("/action")).isEqualTo("undo");
    assertThat(undo.at("/undo_of")).isEqualTo(begun.at("/id"));
    operations.work();
    assertThat(get("/api/v1/jobs/" + id).at("/queue")).isEqualTo("q");
    assertThat(get(ALL + "?limit=1").at("/operations/0/id")).isEqualTo(undo.at("/id"));
    assertThat(get(ALL + "/" + begun.at("/id")).at("/undone_by")).isEqualTo(undo.at("/id"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"ids\": [\"1\"]}                                        | action   | must be one of pause, resume",
        "{\"action\": \"explode\", \"ids\": [\"1\"]}               | action   | must be one of pause, resume",
        "{\"action\": \"cancel\"}                                  | filter   | must be given, or ids, and not both",
        "{\"action\": \"cancel\", \"filter\": {}}                  | filter   | must have at least one condition",
        "{\"action\": \"cancel\", \"ids\": [\"x\"]}                | ids      | must be the id of job",
        "{\"action\": \"cancel\", \"filter\": {\"status\": [\"lost\"]}} | status | must be one of pending",
        "{\"action\": \"cancel\", \"filter\": {\"quee\": \"q\"}}   | filter.quee | is not known here",
        "{\"action\": \"priority\", \"ids\": [\"1\"]}              | priority | goes with the action priority",
        "{\"action\": \"priority\", \"priority\": 101, \"ids\": [\"1\"]} | priority | must be from 0 to 100",
        "{\"action\": \"cancel\", \"queue\": \"q\", \"ids\": [\"1\"]}  | queue    | goes with the action move",
        "{\"action\": \"cancel\", \"filter\": {\"text\": \" \"}}   | text     | must not be empty",
      })
  void a_wish_that_makes_no_sense_is_refused(String body, String field, String rule) {
    Answer refused = post(ALL, body);
    assertThat(refused.status()).as(refused.text()).isEqualTo(400);
    assertThat(refused.at("/field")).isEqualTo(field);
    assertThat(refused.at("/rule")).contains(rule);
    assertThat(get(ALL).json().get("operations").size()).isZero();
  }

  @Test
  void the_guide_does_what_it_says() throws Exception {
    failThree();
    try (Operations working = Operations.start(engine, OperationOptions.STANDARD)) {
      assertThat(working.list(1, null).items()).isEmpty();
      List<String> printed = new CurlGuide("bulk-operations.md").run(server.port());
      assertThat(printed)
          .containsExactly(
              "{\"received\":25,\"enqueued\":25}{\"matched\":25,\"more\":false,\"skipped\":{},\"sample\":10}\n",
              "{\"action\":\"cancel\",\"status\":\"completed\",\"progress\":100,\"matched\":25,\"done\":25,\"skipped\":0}\napi\n",
              "{\"action\":\"undo\",\"status\":\"completed\",\"done\":25}\n{\"count\":25,\"more\":false}",
              "{\"error_type\":\"TimeoutException\",\"error\":\"no answer from <address> after <n> ms\",\"jobs\":3,\"failures\":3}\n",
              "failed\n{\"action\":\"retry\",\"done\":3}\n0\n");
    }
  }

  /** Three jobs that failed for good with the same sort of error. */
  private void failThree() {
    for (int i = 0; i < 3; i++) {
      create("{\"kind\": \"k\", \"queue\": \"hosts\", \"max_retries\": 0}");
    }
    JobSource source = engine.source();
    for (Lease lease : source.exchange(List.of(), Claim.of("hosts", 3)).leases()) {
      source.exchange(
          List.of(
              Report.of(
                  lease,
                  new Outcome.Failed(
                      "TimeoutException",
                      "no answer from 10.0.0." + lease.job() % 100 + " after 5000 ms",
                      null,
                      new Outcome.Retry.ByPolicy()))),
          Claim.NOTHING);
    }
    assertThat(DeadLetters.open(engine).collect()).isEqualTo(3);
  }
}
