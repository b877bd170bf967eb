package dev.rota.cli;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import dev.rota.Json;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** JsonLines write each event of the log as one JSON object, with what it says by key and value. */
final class JsonLines extends EncoderBase<ILoggingEvent> {
  private static final Pattern FIELD =
      Pattern.compile("(?<=\\s)([a-z_]+)=(\"(?:[^\"\\\\]|\\\\.)*\"|\\S*)");

  @Override
  public byte[] headerBytes() {
    return new byte[0];
  }

  @Override
  public byte[] footerBytes() {
    return new byte[0];
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    Map<String, String> members = new LinkedHashMap<>();
    members.put("time", Json.quote(event.getInstant().toString()));
    members.put("level", Json.quote(event.getLevel().toString()));
    String message = event.getFormattedMessage();
    members.put("message", Json.quote(message.split(" {2}", 2)[0]));
    String name = event.getLoggerName();
    members.put("source", Json.quote(name.substring(name.lastIndexOf('.') + 1)));
    FIELD
        .matcher(message)
        .results()
        .forEach(field -> members.putIfAbsent(field.group(1), quoted(field.group(2))));
    if (event.getThrowableProxy() != null) {
      members.put(
          "stack_trace", Json.quote(ThrowableProxyUtil.asString(event.getThrowableProxy())));
    }
    return members.entrySet().stream()
        .map(member -> Json.quote(member.getKey()) + ":" + member.getValue())
        .collect(Collectors.joining(",", "{", "}\n"))
        .getBytes(StandardCharsets.UTF_8);
  }

  private static String quoted(String value) {
    return value.startsWith("\"") ? value : Json.quote(value);
  }
}
