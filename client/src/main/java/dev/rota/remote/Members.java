package dev.rota.remote;

import dev.rota.Json;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Members are those of a JSON object that is being written; what is null is left out. */
public final class Members {
  private final StringBuilder json = new StringBuilder("{");

  public Members() {}

  public Members put(String name, @Nullable String text) {
    return text == null ? this : raw(name, Json.quote(text));
  }

  public Members put(String name, @Nullable Number number) {
    return number == null ? this : raw(name, number.toString());
  }

  public Members put(String name, @Nullable Boolean flag) {
    return flag == null ? this : raw(name, flag.toString());
  }

  public Members put(String name, @Nullable Instant instant) {
    return instant == null ? this : put(name, instant.toString());
  }

  public Members seconds(String name, @Nullable Duration duration) {
    if (duration == null) {
      return this;
    }
    BigDecimal seconds =
        BigDecimal.valueOf(duration.toSeconds())
            .add(BigDecimal.valueOf(duration.toNanosPart(), 9))
            .stripTrailingZeros();
    return raw(name, seconds.toPlainString());
  }

  public Members texts(String name, Collection<String> texts) {
    return texts.isEmpty() ? this : list(name, texts, Json::quote);
  }

  public <T> Members list(String name, Collection<T> items, Function<T, String> json) {
    return raw(name, items.stream().map(json).collect(Collectors.joining(",", "[", "]")));
  }

  Members numbers(String name, Map<String, ? extends Number> numbers) {
    return numbers.isEmpty()
        ? this
        : raw(
            name,
            numbers.entrySet().stream()
                .map(each -> Json.quote(each.getKey()) + ":" + each.getValue())
                .collect(Collectors.joining(",", "{", "}")));
  }

  /** A value that is JSON already. */
  public Members raw(String name, @Nullable String value) {
    if (value != null) {
      json.append(json.length() > 1 ? "," : "").append(Json.quote(name)).append(':').append(value);
    }
    return this;
  }

  @Override
  public String toString() {
    return json + "}";
  }
}
