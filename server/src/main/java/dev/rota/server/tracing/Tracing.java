package dev.rota.server.tracing;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A Tracing starts spans under a trace context as it is stored with jobs, and gives theirs to be
 * stored: the text of the header {@code traceparent}.
 */
public final class Tracing {
  private static final String HEADER = "traceparent";
  private static final W3CTraceContextPropagator W3C = W3CTraceContextPropagator.getInstance();

  private final Tracer tracer;

  public Tracing(OpenTelemetry telemetry) {
    tracer = telemetry.getTracer("dev.rota");
  }

  /** What the program has been started with, if anything. */
  public static Tracing ofProgram() {
    return new Tracing(GlobalOpenTelemetry.get());
  }

  /** A span whose parent is the given context, if that is one. */
  SpanBuilder span(String name, @Nullable String parent) {
    return tracer.spanBuilder(name).setParent(read(parent));
  }

  /** The context of a span, for what comes after it; null if there is none. */
  static @Nullable String show(Span span) {
    Map<String, String> headers = new HashMap<>();
    W3C.inject(
        Context.root().with(span),
        headers,
        (carrier, key, value) -> {
          if (carrier != null) {
            carrier.put(key, value);
          }
        });
    return headers.get(HEADER);
  }

  private static Context read(@Nullable String parent) {
    return parent == null ? Context.root() : W3C.extract(Context.root(), parent, HeaderText.IT);
  }

  /** Reads a context from the text of its header. */
  private enum HeaderText implements TextMapGetter<String> {
    IT;

    @Override
    @SuppressWarnings("deprecation") // It is still asked for.
    public Iterable<String> keys(String carrier) {
      return List.of(HEADER);
    }

    @Override
    public @Nullable String get(@Nullable String carrier, String key) {
      return key.equals(HEADER) ? carrier : null;
    }
  }
}
