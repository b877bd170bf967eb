package dev.rota.server.api;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** RandomRequests are made from a document of an API: most are nearly right, some are absurd. */
final class RandomRequests {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final List<String> METHODS =
      List.of("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "BREW");
  private static final List<String> ODD_SEGMENTS =
      List.of(
          "%00", "%2e%2e", "..%2f", "-1", "99999999999999999999", "%F0%9F%98%80", "%ff", "a%20b");
  private static final List<String> HEADERS =
      List.of(
          "Content-Type",
          "Accept",
          "X-Worker-ID",
          "X-Rota-Fence",
          "X-Rota-Actor",
          "Idempotency-Key",
          "traceparent",
          "If-None-Match",
          "Accept-Encoding");
  private static final List<String> HEADER_VALUES =
      List.of("application/json", "text/plain", "*/*", "w-1", "", "gzip", "'\"<>", "x".repeat(300));

  private final JsonNode document;
  private final RandomValues values;
  private final List<Operation> operations = new ArrayList<>();

  RandomRequests(JsonNode document, RandomValues values) {
    this.document = document;
    this.values = values;
    document
        .get("paths")
        .forEachEntry((path, methods) ->
            methods.forEachEntry((method, operation) -> {
              if (!operation.toString().contains("text/event-stream")) {
                operations.add(new Operation(path, method.toUpperCase(Locale.ROOT), operation));
              }
            }));
  }

  /** One of the things that the document says can be done. */
  record Operation(String path, String method, JsonNode description) {
    /** The types of content that it may answer with a status. */
    List<String> types(int status) {
      List<String> types = new ArrayList<>();
      JsonNode responses = description.get("responses");
      JsonNode response =
          responses.has(String.valueOf(status))
              ? responses.get(String.valueOf(status))
              : responses.path("default");
      types.addAll(response.path("content").propertyNames());
      return types;
    }
  }

  /** A Wish is a request, what it was made from, and what to show of it. */
  record Wish(HttpRequest request, Operation operation, boolean asDocumented, String text) {}

  Wish next(String server) {
    Operation operation = values.pick(operations);
    boolean odd = values.chance(0.1);
    String method = odd && values.chance(0.5) ? values.pick(METHODS) : operation.method();
    String path = path(operation) + (odd && values.chance(0.3) ? "/nonsense" : "");
    String body = body(operation);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server + path + query(operation)))
            .timeout(LIMIT)
            .method(method, publisher(body));
    StringBuilder headers = new StringBuilder();
    while (values.chance(0.3)) {
      String name = values.pick(HEADERS);
      String value =
          values.chance(0.2) ? values.id().replaceAll("[^ -~]", "") : values.pick(HEADER_VALUES);
      request.header(name, value);
      headers.append(' ').append(name).append(": ").append(value);
    }
    HttpRequest made = request.build();
    String text = method + " " + made.uri() + headers + " " + body;
    return new Wish(
        made, operation, !odd && !isElsewhere(path) && method.equals(operation.method()), text);
  }

  /** Servers take dots for a way up, to a path of another API perhaps. */
  private static boolean isElsewhere(String path) {
    return path.toLowerCase(Locale.ROOT).replace("%2e", ".").contains("..");
  }

  private String path(Operation operation) {
    String path = operation.path();
    while (path.contains("{")) {
      String value =
          values.chance(0.07)
              ? values.pick(ODD_SEGMENTS)
              : values.chance(0.8) ? encoded(values.id()) : encoded(values.text());
      path = path.replaceFirst("\\{[^}]*}", java.util.regex.Matcher.quoteReplacement(value));
    }
    return path;
  }

  private String query(Operation operation) {
    List<String> parts = new ArrayList<>();
    for (JsonNode parameter : operation.description().path("parameters")) {
      if (parameter.get("in").asString().equals("query") && values.chance(0.35)) {
        String name = parameter.get("name").asString();
        JsonNode value = values.value(name, parameter.get("schema"), 0);
        parts.add(name + "=" + encoded(value.isValueNode() ? value.asString() : value.toString()));
      }
    }
    if (values.chance(0.03)) {
      parts.add(encoded(values.text()) + "=" + encoded(values.text()));
    }
    return parts.isEmpty() ? "" : "?" + String.join("&", parts);
  }

  private String body(Operation operation) {
    JsonNode content = operation.description().at("/requestBody/content");
    if (content.isMissingNode()) {
      return values.chance(0.1) ? values.text() : "";
    }
    JsonNode kind = content.iterator().next();
    String right =
        values.chance(0.3) && kind.has("example")
            ? shown(kind.get("example"))
            : shown(values.value("body", kind.get("schema"), 0));
    if (values.chance(0.05)) {
      return values.pick(
          List.of("", "{", "[[", "nul", "{\"a\":1,\"a\":1}", "[".repeat(3000), right + "x"));
    }
    return values.chance(0.03) ? right.substring(0, right.length() / 2) : right;
  }

  private static String shown(JsonNode value) {
    String text = value.isString() ? value.asString() : value.toString();
    return text.replace("\"wait_seconds\":30", "\"wait_seconds\":0");
  }

  private BodyPublisher publisher(String body) {
    return values.chance(0.02)
        ? BodyPublishers.ofByteArray(body.getBytes(StandardCharsets.UTF_16))
        : BodyPublishers.ofString(body);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  JsonNode document() {
    return document;
  }
}
