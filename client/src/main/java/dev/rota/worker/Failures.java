package dev.rota.worker;

import dev.rota.Outcome;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Turns what a handler threw into the failure that is reported, and chooses what follows it. */
final class Failures {
  private static final Logger LOG = System.getLogger(Failures.class.getName());
  private static final int ERROR_MAX = 4 * 1024;
  private static final int STACK_MAX = 16 * 1024;

  private final Map<Class<? extends Throwable>, Function<Throwable, Outcome.Retry>> retries;

  Failures(Map<Class<? extends Throwable>, Function<Throwable, Outcome.Retry>> retries) {
    this.retries = Map.copyOf(retries);
  }

  Outcome.Failed of(Throwable thrown) {
    return new Outcome.Failed(
        Excerpt.head(type(thrown), ERROR_MAX), message(thrown), stackTrace(thrown), retry(thrown));
  }

  private static String type(Throwable thrown) {
    return thrown instanceof QuotaExceeded over ? over.code() : thrown.getClass().getName();
  }

  /** A failure of which the worker itself is the author. */
  static Outcome.Failed of(
      String type, String message, @Nullable String stack, Outcome.Retry retry) {
    return new Outcome.Failed(
        type,
        Excerpt.head(message, ERROR_MAX),
        stack == null ? null : Excerpt.ends(stack, STACK_MAX),
        retry);
  }

  static Outcome.Failed timeout(Duration limit, @Nullable String stack) {
    String message = "Timed out: the handler ran longer than " + limit.toMillis() + " ms";
    return of("timeout", message, stack, new Outcome.Retry.ByPolicy());
  }

  static Outcome.Failed exceeded(String excess, @Nullable String stack) {
    return of(QuotaExceeded.CODE, excess, stack, new Outcome.Retry.ByPolicy());
  }

  static Outcome.Failed drained() {
    return of("drained", Stop.DRAIN.message, null, new Outcome.Retry.After(Duration.ZERO));
  }

  static Outcome.Failed uncommitted() {
    String message = "The transaction in which the handler recorded its outcome did not commit";
    return of("uncommitted", message, null, new Outcome.Retry.ByPolicy());
  }

  private Outcome.Retry retry(Throwable thrown) {
    if (thrown instanceof DoNotRetry) {
      return new Outcome.Retry.Never();
    } else if (thrown instanceof RetryAfter after) {
      return new Outcome.Retry.After(after.delay());
    } else if (thrown instanceof RetryAt at) {
      return new Outcome.Retry.At(at.when());
    }
    return chosen(thrown);
  }

  private Outcome.Retry chosen(Throwable thrown) {
    for (Class<?> type = thrown.getClass(); type != Object.class; type = type.getSuperclass()) {
      Function<Throwable, Outcome.Retry> choice = retries.get(type);
      if (choice != null) {
        return chosen(choice, thrown);
      }
    }
    return new Outcome.Retry.ByPolicy();
  }

  private static Outcome.Retry chosen(Function<Throwable, Outcome.Retry> choice, Throwable thrown) {
    try {
      return choice.apply(thrown);
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "The choice of what follows an exception threw one itself", e);
      return new Outcome.Retry.ByPolicy();
    }
  }

  /** An exception's own code may throw again, and memory may be short: a failure is told anyhow. */
  private static String message(Throwable thrown) {
    try {
      String message = thrown.getMessage();
      return Excerpt.head(message == null ? thrown.getClass().getSimpleName() : message, ERROR_MAX);
    } catch (RuntimeException | Error e) {
      return "The exception's message could not be had";
    }
  }

  private static @Nullable String stackTrace(Throwable thrown) {
    try {
      StringWriter text = new StringWriter();
      thrown.printStackTrace(new PrintWriter(text));
      return Excerpt.ends(text.toString(), STACK_MAX);
    } catch (RuntimeException | Error e) {
      return null;
    }
  }
}
