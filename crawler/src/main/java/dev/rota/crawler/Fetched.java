package dev.rota.crawler;

import java.net.http.HttpHeaders;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A Fetched is one answer of a site, its body unpacked. */
final class Fetched {
  private static final Duration LONGEST = Duration.ofDays(1);

  private final int status;
  private final HttpHeaders headers;
  private final byte[] body;

  Fetched(int status, HttpHeaders headers, byte[] body) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }

  int status() {
    return status;
  }

  byte[] body() {
    return body;
  }

  @Nullable String header(String name) {
    return headers.firstValue(name).orElse(null);
  }

  /** The sort of its content, without parameters and in small letters. */
  String contentType() {
    String value = headers.firstValue("Content-Type").orElse("");
    return value.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
  }

  boolean isRedirect() {
    return status >= 300 && status < 400 && status != 304 && header("Location") != null;
  }

  /**
   * How long the site wants to be left alone, a day at the most; null if it does not say. A moment
   * is counted from the date of the answer: sites tell both by their own clocks.
   */
  @Nullable Duration retryAfter() {
    String value = header("Retry-After");
    if (value == null || (status != 429 && status != 503)) {
      return null;
    }
    try {
      Duration asked =
          value.strip().matches("\\d{1,9}")
              ? Duration.ofSeconds(Long.parseLong(value.strip()))
              : Duration.between(moment(header("Date")), moment(value));
      Duration ahead = asked.isNegative() ? Duration.ZERO : asked;
      return ahead.compareTo(LONGEST) > 0 ? LONGEST : ahead;
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static Instant moment(@Nullable String text) {
    if (text == null) {
      throw new DateTimeException("no date");
    }
    return ZonedDateTime.parse(text.strip(), DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
  }
}
