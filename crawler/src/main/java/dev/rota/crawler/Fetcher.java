package dev.rota.crawler;

import dev.rota.reach.GuardedResolver;
import dev.rota.reach.GuardedResolverProvider;
import dev.rota.reach.Reach;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.ResponseInfo;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SSLException;

/**
 * A Fetcher sends one request and gives its answer. Where it connects to is checked when the name
 * is resolved, and a redirect is an answer like others: whoever follows it asks here again.
 */
final class Fetcher implements AutoCloseable {
  private static final Duration CONNECT = Duration.ofSeconds(10);

  private final CrawlerOptions options;
  private final Reach reach;
  private final HttpClient client;

  Fetcher(CrawlerOptions options, Reach reach) {
    if (!options.allowPrivate() && !GuardedResolverProvider.isInstalled()) {
      throw new IllegalStateException(
          "Another InetAddressResolverProvider is in the way of the crawler's, without which it"
              + " cannot keep away from private addresses; allow them, or remove the other one");
    }
    this.options = options;
    this.reach = reach;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT)
            // A proxy would resolve names by itself, where nobody checks them.
            .proxy(HttpClient.Builder.NO_PROXY)
            .build();
  }

  /** What is wanted: bodies of other types, or of errors, are not transferred. */
  record Wish(URI url, Map<String, String> headers, Duration timeout, Predicate<String> types) {}

  Fetched fetch(Wish wish) throws FetchFailure, InterruptedException {
    if (options.allowPrivate()) {
      return send(wish);
    }
    String host = wish.url().getHost();
    check(host);
    GuardedResolver.Hold hold = GuardedResolver.guard(host, reach);
    try {
      // Once more: what was resolved before the guard stood may have been kept.
      check(host);
      return send(wish);
    } finally {
      hold.release();
    }
  }

  private void check(String host) throws FetchFailure {
    try {
      String refusal = reach.refusal(host);
      if (refusal != null) {
        throw FetchFailure.lasting(
            FetchFailure.ADDRESS, refusal + " (ROTA_CRAWLER_ALLOW_PRIVATE=true would allow it)");
      }
    } catch (UnknownHostException e) {
      throw FetchFailure.passing(FetchFailure.ADDRESS, "The host " + host + " is not known");
    }
  }

  private Fetched send(Wish wish) throws FetchFailure, InterruptedException {
    CompletableFuture<HttpResponse<byte[]>> answer =
        client.sendAsync(request(wish), info -> body(info, wish));
    try {
      HttpResponse<byte[]> response = answer.get(wish.timeout().toMillis(), TimeUnit.MILLISECONDS);
      return new Fetched(
          response.statusCode(), response.headers(), unpacked(response, options.maxBytes()));
    } catch (TimeoutException e) {
      throw timeout(wish);
    } catch (ExecutionException e) {
      throw failure(wish, e.getCause() == null ? e : e.getCause());
    } catch (IOException e) {
      throw failure(wish, e);
    } finally {
      answer.cancel(true);
    }
  }

  private HttpRequest request(Wish wish) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(wish.url())
            .header("User-Agent", options.userAgent())
            .header("Accept", "text/html,application/xhtml+xml,text/plain;q=0.9,*/*;q=0.1")
            .header("Accept-Encoding", "gzip");
    wish.headers().forEach(request::setHeader);
    return request.build();
  }

  private HttpResponse.BodySubscriber<byte[]> body(ResponseInfo info, Wish wish) {
    String type = new Fetched(info.statusCode(), info.headers(), new byte[0]).contentType();
    boolean wanted = info.statusCode() == 200 && wish.types().test(type);
    return new BoundedBody(wanted ? options.maxBytes() : 0);
  }

  /** The body without its packing: a few bytes may unpack to very many. */
  private static byte[] unpacked(HttpResponse<byte[]> response, int most) throws IOException {
    byte[] body = response.body();
    String packing = response.headers().firstValue("Content-Encoding").orElse("");
    if (body.length == 0 || packing.isBlank() || packing.equalsIgnoreCase("identity")) {
      return body;
    }
    if (!packing.equalsIgnoreCase("gzip")) {
      throw new IOException("its content encoding is unknown: " + packing);
    }
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
      byte[] plain = in.readNBytes(most + 1);
      if (plain.length > most) {
        throw new BoundedBody.TooLarge(most);
      }
      return plain;
    }
  }

  private static FetchFailure failure(Wish wish, Throwable cause) {
    String message = wish.url() + ": " + told(cause);
    return switch (cause) {
      case HttpTimeoutException e -> timeout(wish);
      case BoundedBody.TooLarge e -> FetchFailure.lasting(FetchFailure.TOO_LARGE, message);
      case UnknownHostException e -> FetchFailure.lasting(FetchFailure.ADDRESS, message);
      case java.net.ConnectException e
          when e.getCause() instanceof java.nio.channels.UnresolvedAddressException ->
          FetchFailure.passing(FetchFailure.ADDRESS, message);
      case java.net.ConnectException e -> FetchFailure.passing(FetchFailure.CONNECTION, message);
      case SSLException e -> FetchFailure.passing(FetchFailure.TLS, message);
      default -> FetchFailure.passing(FetchFailure.BROKEN, message);
    };
  }

  private static FetchFailure timeout(Wish wish) {
    return FetchFailure.passing(
        FetchFailure.TIMEOUT,
        wish.url() + " gave no answer within " + wish.timeout().toMillis() + " ms");
  }

  private static String told(Throwable cause) {
    String message = cause.getMessage();
    return message == null || message.isBlank() ? cause.getClass().getSimpleName() : message;
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
