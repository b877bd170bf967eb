package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.JobState;
import dev.rota.NewGraph;
import dev.rota.NewJob;
import dev.rota.OnParentFailure;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The example of docs/guides/dependencies.md stands here to the letter, and runs. */
final class DependencyGuideTest extends EngineTest {

  @Test
  void theGuideShowsWhatRunsHere() throws IOException {
    Guide.of("dependencies", DependencyGuideTest.class).showsTheExamplesOfItsTest();
  }

  @Test
  void aGraphIsStoredAndRunInItsOrder() {
    // guide: graph
    List<Enqueued> stored =
        engine
            .jobs()
            .enqueueGraph(
                NewGraph.start()
                    .add("fetch", NewJob.of("fetch", "{}"))
                    .add("parse", NewJob.of("parse", "{}"), "fetch")
                    .add(
                        "store",
                        NewJob.kind("store").onParentFailure(OnParentFailure.RUN).build(),
                        "parse")
                    .build());
    // end
    for (Enqueued one : stored) {
      complete(claimOne());
      assertThat(state(one.job())).isEqualTo(JobState.COMPLETED);
      engine.tick();
    }
  }
}
