package dev.rota.remote;

import dev.rota.InvalidInput;
import dev.rota.RotaException;
import dev.rota.SourceUnavailable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An Http sends requests to one server and tells refusals apart from outages. */
final class Http {
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final String ANY_JSON = "application/json";

  private final String url;
  private final @Nullable String token;
  private final HttpClient client;

  Http(String url, @Nullable String token) {
    this.url = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    this.token = token;
    if (!url.startsWith("http://") && !url.startsWith("https://")) {
      throw new InvalidInput("url", url, "must begin with http:// or https://");
    }
    this.client = client(url.startsWith("http://"));
  }

  private static HttpClient client(boolean isPlain) {
    HttpClient.Builder builder =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT);
    return (isPlain ? builder.sslContext(NoTls.context()) : builder).build();
  }

  Tree get(String path) {
    return await(send("GET", path, BodyPublishers.noBody(), ANY_JSON, CONNECT));
  }

  Tree post(String path, String json, Duration atMost, String... headers) {
    return await(send("POST", path, BodyPublishers.ofString(json), ANY_JSON, atMost, headers));
  }

  /** Sends a request; the answer comes as a tree, or as the exception that its error stands for. */
  CompletableFuture<Tree> send(
      String method,
      String path,
      BodyPublisher body,
      String type,
      Duration atMost,
      String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + path))
            .method(method, body)
            .timeout(atMost)
            .header("Content-Type", type);
    if (headers.length > 0) {
      request.headers(headers);
    }
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    return client.sendAsync(request.build(), BodyHandlers.ofString()).thenApply(Http::read);
  }

  /**
   * Hands on the lines of an answer as they come, until it ends.
   *
   * @param lastEventId the last that is known already, or null
   */
  void follow(String path, @Nullable String lastEventId, Consumer<String> line) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + path)).header("Accept", "text/event-stream");
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    if (lastEventId != null) {
      request.header("Last-Event-ID", lastEventId);
    }
    await(
        client
            .sendAsync(request.build(), BodyHandlers.ofLines())
            .thenApply(response -> lines(response, line)));
  }

  private static Tree lines(HttpResponse<Stream<String>> response, Consumer<String> line) {
    try (Stream<String> lines = response.body()) {
      if (response.statusCode() >= 300) {
        throw refusal(response.statusCode(), lines.collect(Collectors.joining("\n")));
      }
      lines.forEach(line);
      return Tree.read("{}");
    } catch (UncheckedIOException e) {
      throw new CompletionException(e.getCause());
    }
  }

  /** Waits for an answer. An interrupt ends the wait, not the request. */
  Tree await(CompletableFuture<Tree> answer) {
    try {
      return answer.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SourceUnavailable("Interrupted while " + url + " was asked", e);
    } catch (ExecutionException e) {
      throw failure(e);
    }
  }

  RuntimeException failure(Exception failed) {
    Throwable cause = failed;
    while ((cause instanceof ExecutionException || cause instanceof CompletionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof RotaException told) {
      return told;
    }
    return cause instanceof IOException
        ? new SourceUnavailable(url + " does not answer: " + cause, cause)
        : new IllegalStateException(url + " answered with something else", cause);
  }

  private static Tree read(HttpResponse<String> response) {
    int status = response.statusCode();
    if (status < 300) {
      return answer(response.body());
    }
    throw refusal(status, response.body());
  }

  /** What is no JSON is not from the server, and says nothing of what was sent. */
  private static Tree answer(String body) {
    try {
      return Tree.read(body.isBlank() ? "{}" : body);
    } catch (RotaException e) {
      throw new SourceUnavailable("The answer is no JSON: " + e.getMessage(), e);
    }
  }

  private static RotaException refusal(int status, String body) {
    Tree problem = problem(body);
    String code = or(problem.find("code", Tree::text), "http");
    String detail = or(problem.find("detail", Tree::text), "the server answered with " + status);
    String field = problem.find("field", Tree::text);
    if (status >= 500) {
      return new SourceUnavailable(detail, new RotaException(code, detail));
    }
    return status == 400 && field != null
        ? InvalidInput.told(field, detail, or(problem.find("rule", Tree::text), detail))
        : new RotaException(code, detail);
  }

  /** What stands between here and the server may answer in words of its own. */
  private static Tree problem(String body) {
    try {
      return Tree.read(body);
    } catch (RotaException e) {
      return Tree.read("{}");
    }
  }

  private static String or(@Nullable String text, String other) {
    return text == null ? other : text;
  }
}
