package dev.rota.server.tracing;

import dev.rota.InvalidInput;
import dev.rota.Lease;
import dev.rota.Outcome;
import dev.rota.Report;
import dev.rota.worker.WorkerListener;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A WorkerTracing makes a span of each execution in this process, under that of its job, and tells
 * everything on.
 */
public final class WorkerTracing implements WorkerListener {

  private final Tracing tracing;
  private final WorkerListener next;
  private final Map<Long, Span> spans = new ConcurrentHashMap<>();

  public WorkerTracing(Tracing tracing, WorkerListener next) {
    this.tracing = tracing;
    this.next = next;
  }

  @Override
  public void started(Lease lease) {
    spans.put(
        lease.fence(),
        tracing
            .span("execute " + lease.kind(), lease.trace())
            .setSpanKind(SpanKind.CONSUMER)
            .setAttribute("messaging.system", "rota")
            .setAttribute("messaging.destination.name", lease.queue())
            .setAttribute("rota.job", lease.job())
            .setAttribute("rota.attempt", lease.attempt())
            .startSpan());
    next.started(lease);
  }

  @Override
  public void finished(Lease lease, Outcome outcome, Duration took) {
    end(lease, outcome instanceof Outcome.Failed failed ? failed.error() : null);
    next.finished(lease, outcome, took);
  }

  @Override
  public void lost(Lease lease) {
    end(lease, "the lease was lost");
    next.lost(lease);
  }

  private void end(Lease lease, @Nullable String error) {
    Span span = spans.remove(lease.fence());
    if (span != null) {
      if (error != null) {
        span.setStatus(StatusCode.ERROR, error);
      }
      span.end();
    }
  }

  @Override
  public void released(Lease lease) {
    next.released(lease);
  }

  @Override
  public void fenced(Report report) {
    next.fenced(report);
  }

  @Override
  public void refused(Report report, InvalidInput reason) {
    next.refused(report, reason);
  }

  @Override
  public void sourceUnavailable(Throwable reason) {
    next.sourceUnavailable(reason);
  }

  @Override
  public void sourceAvailable(Duration outage) {
    next.sourceAvailable(outage);
  }
}
