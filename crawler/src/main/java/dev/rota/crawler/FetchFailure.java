package dev.rota.crawler;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A FetchFailure is why a page was not had: a word to count it by, and what exactly happened. */
final class FetchFailure extends Exception {
  static final String ADDRESS = "address";
  static final String CONNECTION = "connection";
  static final String TIMEOUT = "timeout";
  static final String TLS = "tls";
  static final String TOO_LARGE = "too_large";
  static final String BROKEN = "broken";
  static final String CONTENT_TYPE = "content_type";
  static final String REDIRECTS = "redirects";
  static final String OUT_OF_SCOPE = "out_of_scope";
  static final String ROBOTS = "robots";
  static final String RETRY_AFTER = "retry_after";

  private final String reason;
  private final boolean lasting;
  private final @Nullable Duration retryAfter;

  private FetchFailure(
      String reason, String message, boolean lasting, @Nullable Duration retryAfter) {
    super(message);
    this.reason = reason;
    this.lasting = lasting;
    this.retryAfter = retryAfter;
  }

  /** One that another try may not meet. */
  static FetchFailure passing(String reason, String message) {
    return new FetchFailure(reason, message, false, null);
  }

  /** One that another try would meet again. */
  static FetchFailure lasting(String reason, String message) {
    return new FetchFailure(reason, message, true, null);
  }

  /** An answer that is no page. */
  static FetchFailure status(int status, String message, @Nullable Duration retryAfter) {
    boolean lasting = status >= 400 && status < 500 && status != 408 && status != 429;
    return new FetchFailure("http_" + status, message, lasting, retryAfter);
  }

  /** A host that wants to be left alone for so long. */
  static FetchFailure busy(String message, Duration retryAfter) {
    return new FetchFailure(RETRY_AFTER, message, false, retryAfter);
  }

  /** The word to count it by. */
  String reason() {
    return reason;
  }

  boolean isLasting() {
    return lasting;
  }

  /** Whether the page is gone, as far as the site is concerned. */
  boolean isGone() {
    return reason.equals("http_404") || reason.equals("http_410");
  }

  /** When the site asked to come back; null if it did not. */
  @Nullable Duration retryAfter() {
    return retryAfter;
  }
}
