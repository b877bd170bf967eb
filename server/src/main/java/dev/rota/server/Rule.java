package dev.rota.server;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A Rule is what a setting's value may be and what it means.
 *
 * @param allowed what is allowed, to be read after "must be"
 * @param reader the meaning of a text, or null if it is not allowed
 */
public record Rule<T>(String allowed, Function<String, @Nullable T> reader) {

  static Rule<String> text(String allowed) {
    return new Rule<>(allowed, value -> value);
  }

  static Rule<String> secret(int least) {
    return new Rule<>(
        "at least " + least + " characters long", value -> value.length() < least ? null : value);
  }

  static Rule<Set<String>> words() {
    return new Rule<>(
        "words with commas between them",
        value ->
            Arrays.stream(value.split(","))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .collect(Collectors.toUnmodifiableSet()));
  }

  static Rule<Path> path() {
    return new Rule<>("a path", value -> Path.of(value).toAbsolutePath());
  }

  static Rule<Boolean> flag() {
    return new Rule<>(
        "true or false",
        value ->
            switch (value.toLowerCase(Locale.ROOT)) {
              case "true" -> true;
              case "false" -> false;
              default -> null;
            });
  }

  static Rule<Integer> number(int least, int most) {
    return new Rule<>(
        "a whole number from %d to %d".formatted(least, most), value -> within(value, least, most));
  }

  static Rule<Double> rate() {
    return new Rule<>("a number above 0, 3600 at the most", Rule::rate);
  }

  static Rule<List<Integer>> numbers(int least, int most) {
    return new Rule<>(
        "whole numbers from %d to %d with commas between them".formatted(least, most),
        value -> {
          List<Integer> numbers = new ArrayList<>();
          for (String word : value.split(",", -1)) {
            Integer number = within(word.strip(), least, most);
            if (number == null || numbers.contains(number)) {
              return null;
            }
            numbers.add(number);
          }
          return List.copyOf(numbers);
        });
  }

  static Rule<Duration> time(ChronoUnit unit, int least, int most) {
    return number(least, most).map(number -> Duration.of(number, unit));
  }

  /** A time that may be given with decimals, as in 0.5 hours. */
  static Rule<Duration> decimalTime(ChronoUnit unit, int least, int most) {
    return new Rule<>(
        "a number from %d to %d".formatted(least, most),
        value -> {
          try {
            var number = new BigDecimal(value);
            return number.compareTo(BigDecimal.valueOf(least)) < 0
                    || number.compareTo(BigDecimal.valueOf(most)) > 0
                ? null
                : Duration.ofMillis(
                    number.multiply(BigDecimal.valueOf(unit.getDuration().toMillis())).longValue());
          } catch (NumberFormatException e) {
            return null;
          }
        });
  }

  static <E extends Enum<E>> Rule<E> choice(Class<E> values) {
    var names =
        Arrays.stream(values.getEnumConstants())
            .collect(Collectors.toMap(Rule::name, value -> value));
    var allowed =
        Arrays.stream(values.getEnumConstants()).map(Rule::name).collect(Collectors.joining(", "));
    return new Rule<>("one of " + allowed, value -> names.get(value.toLowerCase(Locale.ROOT)));
  }

  private <R> Rule<R> map(Function<T, R> meaning) {
    return new Rule<>(
        allowed,
        value -> {
          var read = reader.apply(value);
          return read == null ? null : meaning.apply(read);
        });
  }

  private static String name(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static @Nullable Double rate(String value) {
    try {
      var number = Double.parseDouble(value);
      return number > 0 && number <= 3600 ? number : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static @Nullable Integer within(String value, int least, int most) {
    try {
      var number = Integer.parseInt(value);
      return number < least || number > most ? null : number;
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
