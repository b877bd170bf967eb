package dev.rota.cli;

import dev.rota.remote.Tree;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Ages are times as people want to see them in a table: how long ago, or how long from now. */
final class Ages {
  private Ages() {}

  static String of(@Nullable Tree at) {
    if (at == null) {
      return "";
    }
    Duration age = Duration.between(at.instant(), Instant.now());
    return age.isNegative() ? "in " + length(age.negated()) : length(age) + " ago";
  }

  /** With the biggest unit only. */
  static String brief(@Nullable Tree at) {
    return of(at).replaceFirst("(\\d+[dhm]) \\d+[hms]", "$1");
  }

  /** With the two biggest units only. */
  static String length(Duration length) {
    long seconds = length.toSeconds();
    if (seconds < 60) {
      return seconds + "s";
    }
    if (seconds < 3600) {
      return seconds / 60 + "m " + seconds % 60 + "s";
    }
    return seconds < 86_400
        ? seconds / 3600 + "h " + seconds % 3600 / 60 + "m"
        : seconds / 86_400 + "d " + seconds % 86_400 / 3600 + "h";
  }

  static String seconds(Tree seconds) {
    return length(seconds.seconds());
  }

  static String millis(@Nullable Tree millis) {
    if (millis == null) {
      return "";
    }
    long length = Long.parseLong(millis.raw());
    return length < 10_000 ? length + " ms" : length(Duration.ofMillis(length));
  }
}
