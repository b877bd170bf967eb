package dev.rota.server.tracing;

import dev.rota.NewJob;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import java.util.function.Function;

/** An EnqueueTracing makes a span of each new job, under which its executions come. */
public record EnqueueTracing(Tracing tracing) {

  /**
   * Enqueues a job within a span; the job carries the span's context, or the one that it came with.
   */
  public <T> T enqueue(NewJob job, Function<NewJob, T> enqueue) {
    Span span =
        tracing
            .span("enqueue " + job.kind(), job.trace())
            .setSpanKind(SpanKind.PRODUCER)
            .setAttribute("messaging.system", "rota")
            .setAttribute("messaging.destination.name", job.queue())
            .startSpan();
    try {
      String trace = Tracing.show(span);
      return enqueue.apply(trace == null ? job : job.withTrace(trace));
    } catch (RuntimeException e) {
      span.recordException(e);
      span.setStatus(StatusCode.ERROR);
      throw e;
    } finally {
      span.end();
    }
  }
}
