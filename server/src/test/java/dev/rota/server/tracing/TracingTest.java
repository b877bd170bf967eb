package dev.rota.server.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.NewJob;
import dev.rota.engine.Engine;
import dev.rota.testkit.TestDatabase;
import dev.rota.worker.Worker;
import dev.rota.worker.WorkerListener;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

class TracingTest {
  private static final String PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
  private final OpenTelemetrySdk sdk =
      OpenTelemetrySdk.builder()
          .setTracerProvider(
              SdkTracerProvider.builder()
                  .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                  .build())
          .build();
  private final Tracing tracing = new Tracing(sdk);

  private SpanData span(String name) {
    return exporter.getFinishedSpanItems().stream()
        .filter(span -> span.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void an_execution_is_below_the_enqueueing_and_that_below_the_caller() throws Exception {
    var seen = new ConcurrentLinkedQueue<String>();
    try (var database = TestDatabase.create("server", c -> Engine.migrate(c));
        var engine = Engine.start(database.dataSource())) {
      for (String kind : List.of("good", "bad")) {
        new EnqueueTracing(tracing)
            .enqueue(NewJob.kind(kind).trace(PARENT).maxRetries(0).build(), engine.jobs()::enqueue);
      }
      try (var worker =
          Worker.on(engine.source())
              .listener(new WorkerTracing(tracing, new WorkerListener() {}))
              .handle("good", job -> seen.add(String.valueOf(job.trace())) ? null : "")
              .handle(
                  "bad",
                  job -> {
                    throw new IllegalStateException("broken");
                  })
              .start()) {
        assertThat(worker.awaitIdle(Duration.ofSeconds(20))).isTrue();
      }
    }
    SpanData enqueue = span("enqueue good");
    SpanData execute = span("execute good");
    assertThat(enqueue.getTraceId()).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
    assertThat(enqueue.getParentSpanId()).isEqualTo("00f067aa0ba902b7");
    assertThat(enqueue.getKind()).isEqualTo(SpanKind.PRODUCER);
    assertThat(execute.getParentSpanId()).isEqualTo(enqueue.getSpanId());
    assertThat(execute.getTraceId()).isEqualTo(enqueue.getTraceId());
    assertThat(execute.getKind()).isEqualTo(SpanKind.CONSUMER);
    assertThat(seen)
        .containsExactly("00-" + enqueue.getTraceId() + "-" + enqueue.getSpanId() + "-01");
    assertThat(span("execute bad").getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
  }

  @Test
  void without_an_sdk_the_callers_context_is_handed_on_as_it_came() {
    assertThat(withoutSdk(NewJob.kind("k").trace(PARENT).build())).isEqualTo(PARENT);
    assertThat(withoutSdk(NewJob.kind("k").trace("mine").build())).isEqualTo("mine");
    assertThat(withoutSdk(NewJob.of("k", "1"))).isEqualTo("null");
  }

  private static String withoutSdk(NewJob job) {
    return new EnqueueTracing(new Tracing(OpenTelemetry.noop()))
        .enqueue(job, stored -> String.valueOf(stored.trace()));
  }

  @Test
  void a_refused_job_leaves_a_span_with_its_error() {
    assertThatThrownBy(() ->
            new EnqueueTracing(tracing)
                .enqueue(
                    NewJob.of("k", "1"),
                    job -> {
                      throw new IllegalStateException("full");
                    }))
        .hasMessage("full");
    assertThat(span("enqueue k").getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
  }
}
