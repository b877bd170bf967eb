package dev.rota.server.webhooks;

import dev.rota.engine.webhooks.Delivery;
import dev.rota.engine.webhooks.Dispatch;
import dev.rota.reach.GuardedResolver;
import dev.rota.reach.GuardedResolverProvider;
import dev.rota.reach.Reach;
import java.io.IOException;
import java.io.InputStream;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A Post delivers by HTTP, as Standard Webhooks has it, and to addresses within reach only. */
final class Post implements Carrier {
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration LONGEST_WAIT = Duration.ofHours(24);

  private final String userAgent;
  private final boolean allowPrivate;
  private final Reach reach;
  private final HttpClient client;

  Post(String userAgent, boolean allowPrivate) {
    this(userAgent, allowPrivate, Reach.PUBLIC);
  }

  Post(String userAgent, boolean allowPrivate, Reach reach) {
    if (!allowPrivate && !GuardedResolverProvider.isInstalled()) {
      throw new IllegalStateException(
          "Another InetAddressResolverProvider is in the way of Rota's, without which webhooks"
              + " cannot keep away from private addresses; allow them, or remove the other one");
    }
    this.userAgent = userAgent;
    this.allowPrivate = allowPrivate;
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

  @Override
  public Attempt carry(Dispatch dispatch) throws InterruptedException {
    if (allowPrivate) {
      return send(dispatch);
    }
    String host = dispatch.address().uri().getHost();
    Attempt refusal = refusal(host);
    if (refusal != null) {
      return refusal;
    }
    GuardedResolver.Hold hold = GuardedResolver.guard(host, reach);
    try {
      // Once more: what was resolved before the guard stood may have been kept.
      Attempt later = refusal(host);
      return later == null ? send(dispatch) : later;
    } finally {
      hold.release();
    }
  }

  private @Nullable Attempt refusal(String host) {
    try {
      String refusal = reach.refusal(host);
      return refusal == null
          ? null
          : Attempt.hopeless(refusal + " (ROTA_WEBHOOKS_ALLOW_PRIVATE=true would allow it)");
    } catch (UnknownHostException e) {
      return Attempt.failed("the host " + host + " is not known");
    }
  }

  private Attempt send(Dispatch dispatch) throws InterruptedException {
    CompletableFuture<HttpResponse<InputStream>> answer =
        client.sendAsync(request(dispatch), HttpResponse.BodyHandlers.ofInputStream());
    try {
      HttpResponse<InputStream> response =
          answer.get(dispatch.timeout().toMillis(), TimeUnit.MILLISECONDS);
      // What the body says does not matter, and it may have no end.
      response.body().close();
      return judged(response, dispatch.now());
    } catch (TimeoutException e) {
      return Attempt.failed("no answer within " + dispatch.timeout().toMillis() + " ms");
    } catch (ExecutionException e) {
      return Attempt.failed(told(e.getCause() == null ? e : e.getCause()));
    } catch (IOException e) {
      return Attempt.failed(told(e));
    } finally {
      answer.cancel(true);
    }
  }

  private HttpRequest request(Dispatch dispatch) {
    Delivery delivery = dispatch.delivery();
    long seconds = dispatch.now().getEpochSecond();
    return HttpRequest.newBuilder(dispatch.address().uri())
        .header("Content-Type", "application/json")
        .header("User-Agent", userAgent)
        .header("webhook-id", delivery.message())
        .header("webhook-timestamp", Long.toString(seconds))
        .header(
            "webhook-signature",
            Signature.of(dispatch.secrets(), delivery.message(), seconds, delivery.body()))
        .POST(HttpRequest.BodyPublishers.ofString(delivery.body()))
        .build();
  }

  private static Attempt judged(HttpResponse<?> response, Instant now) {
    int status = response.statusCode();
    if (status >= 200 && status < 300) {
      return Attempt.arrived(status);
    }
    String error = "the receiver answered " + status;
    return switch (status) {
      case Attempt.GONE -> new Attempt(status, error + ": it is gone for good", null, true);
      case 429, 503 -> new Attempt(status, error, retryAfter(response, now), false);
      case 301, 302, 303, 307, 308 ->
          new Attempt(status, error + ": redirects are not followed", null, false);
      default -> new Attempt(status, error, null, false);
    };
  }

  /** How long the receiver wants to be left alone: seconds, or a date. */
  static @Nullable Duration retryAfter(HttpResponse<?> response, Instant now) {
    String value = response.headers().firstValue("Retry-After").orElse("").strip();
    Duration wait = wait(value, now);
    if (wait == null || wait.isNegative()) {
      return null;
    }
    return wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait;
  }

  private static @Nullable Duration wait(String value, Instant now) {
    if (value.matches("[0-9]{1,9}")) {
      return Duration.ofSeconds(Long.parseLong(value));
    }
    try {
      Instant then = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      return Duration.between(now, then);
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static String told(Throwable cause) {
    String message = cause.getMessage();
    return message == null || message.isBlank()
        ? "the connection failed: " + cause.getClass().getSimpleName()
        : message;
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
