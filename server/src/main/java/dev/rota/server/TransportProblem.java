package dev.rota.server;

import static java.lang.System.Logger.Level.ERROR;

import dev.rota.Json;
import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.http.DirectHandlers;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A TransportProblem tells of requests that are so wrong that no route sees them, and of faults
 * that no route has told of.
 */
final class TransportProblem implements DirectHandler {

  private static final System.Logger LOG = System.getLogger(TransportProblem.class.getName());
  private static final String TOO_LARGE = "Header size exceeded";
  private static final String NO_HTTP = "The request is not as HTTP wants it";

  static DirectHandlers everywhere() {
    var builder = DirectHandlers.builder();
    Arrays.stream(EventType.values())
        .forEach(type -> builder.addHandler(type, new TransportProblem()));
    return builder.build();
  }

  @Override
  @SuppressWarnings("NullAway") // The message may be null, whatever the type says.
  public TransportResponse handle(
      TransportRequest request,
      EventType type,
      Status status,
      ServerResponseHeaders headers,
      @Nullable String message) {
    if (TOO_LARGE.equals(message)) {
      return answer(
          Status.create(431, "Request Header Fields Too Large"), headers, "too-large", message);
    }
    if (status.code() == Status.REQUEST_URI_TOO_LONG_414.code()) {
      return answer(status, headers, "too-long", "The path and query must be shorter");
    }
    // What has no method could not be read: whoever sent it is at fault.
    if (type == EventType.INTERNAL_ERROR && request.method().isEmpty()) {
      return answer(Status.BAD_REQUEST_400, headers, "bad-request", NO_HTTP);
    }
    return type == EventType.INTERNAL_ERROR
        ? fault(request, status, headers)
        : answer(status, headers, "bad-request", message == null ? NO_HTTP : message);
  }

  private static TransportResponse fault(
      TransportRequest request, Status status, ServerResponseHeaders headers) {
    var id = UUID.randomUUID();
    LOG.log(ERROR, "fault=%s method=%s path=%s".formatted(id, request.method(), request.path()));
    return answer(
        status,
        headers,
        "fault",
        "This is a fault of the server; its log says more under fault=" + id);
  }

  private static TransportResponse answer(
      Status status, ServerResponseHeaders headers, String code, String detail) {
    headers.set(HeaderValues.create(HeaderNames.CONTENT_TYPE, "application/problem+json"));
    return TransportResponse.builder()
        .status(status)
        .headers(headers)
        .keepAlive(false)
        .entity(
            "{\"type\":\"about:blank\",\"title\":%s,\"status\":%d,\"code\":%s,\"detail\":%s}"
                .formatted(
                    Json.quote(status.reasonPhrase()),
                    status.code(),
                    Json.quote(code),
                    Json.quote(detail)))
        .build();
  }
}
