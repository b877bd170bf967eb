package dev.rota.engine.deadletters;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A Fingerprint is what errors of the same making share: the type, the message without the numbers,
 * ids and addresses in it, and the topmost frames without their lines.
 */
record Fingerprint(@Nullable String type, String message, String frames) {
  private static final int TOP = 3;
  private static final int LONGEST = 500;

  private record Blank(Pattern what, String by) {
    static Blank of(String what, String by) {
      return new Blank(Pattern.compile(what), by);
    }
  }

  /** What is different each time, the most particular first. */
  private static final List<Blank> BLANKS =
      List.of(
          Blank.of("\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12}", "<id>"),
          Blank.of("[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+", "<address>"),
          Blank.of("\\b(?:https?|jdbc:\\w+)://[^\\s\"'<>]+", "<address>"),
          Blank.of("\\b\\d{1,3}(?:\\.\\d{1,3}){3}(?::\\d+)?\\b", "<address>"),
          Blank.of(
              "(?<![\\w:])(?:(?:H:){5,7}H|(?:H(?::H)*)?::(?:H(?::H)*)?)(?![\\w:])"
                  .replace("H", "\\p{XDigit}{1,4}"),
              "<address>"),
          Blank.of("\\b0x\\p{XDigit}+\\b", "<address>"),
          Blank.of("@\\p{XDigit}{5,}\\b", "@<address>"),
          Blank.of("\\b(?=\\p{XDigit}*\\d)(?=\\p{XDigit}*[a-fA-F])\\p{XDigit}{8,}\\b", "<id>"),
          Blank.of("\\b(?=\\w*\\d)(?=\\w*[A-Za-z])\\w{16,}\\b", "<id>"),
          Blank.of("\\d+(?:[.,:]\\d+)*", "<n>"));

  private static final Pattern FRAME =
      Pattern.compile("^\\s*(?:at\\s+\\S.*|File \"[^\"]+\", line \\d+.*)$");
  private static final Pattern LINE =
      Pattern.compile(":\\d+(?::\\d+)?\\)?$|, line \\d+|\\$\\$Lambda.*?(?=\\.)|lambda\\$");

  static Fingerprint of(
      @Nullable String type, @Nullable String message, @Nullable String stackTrace) {
    return new Fingerprint(type, blanked(firstLine(message)), frames(stackTrace));
  }

  UUID id() {
    return UUID.nameUUIDFromBytes(
        (type + "\n" + message + "\n" + frames).getBytes(StandardCharsets.UTF_8));
  }

  private static String firstLine(@Nullable String message) {
    String text = message == null ? "" : message.strip();
    String line = text.lines().findFirst().orElse("");
    return line.length() > LONGEST ? line.substring(0, LONGEST) : line;
  }

  private static String blanked(String text) {
    String left = text;
    for (Blank blank : BLANKS) {
      left = blank.what().matcher(left).replaceAll(blank.by());
    }
    return left;
  }

  private static String frames(@Nullable String stackTrace) {
    return stackTrace == null
        ? ""
        : stackTrace
            .lines()
            .filter(line -> FRAME.matcher(line).matches())
            .limit(TOP)
            .map(line -> blanked(LINE.matcher(line.strip()).replaceAll("")))
            .collect(Collectors.joining("\n"));
  }
}
