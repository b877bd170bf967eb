package dev.rota.server.api;

import dev.rota.InvalidInput;
import dev.rota.Unique;
import dev.rota.server.http.Seconds;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A UniqueBody is a unique key with its scope, as the API has it. */
record UniqueBody(
    @Nullable String key,
    @Nullable String scope,
    @Nullable Double periodSeconds,
    @Nullable String onDuplicate) {

  Unique unique() {
    if (key == null) {
      throw new InvalidInput("unique.key", "", "must not be empty");
    }
    return new Unique(
        key,
        word("unique.scope", scope, Unique.While.LIVE),
        Seconds.readOrNull("unique.period_seconds", periodSeconds),
        word("unique.on_duplicate", onDuplicate, Unique.OnDuplicate.KEEP));
  }

  static @Nullable UniqueBody of(@Nullable Unique unique) {
    return unique == null
        ? null
        : new UniqueBody(
            unique.key(),
            unique.scope().name().toLowerCase(Locale.ROOT),
            Seconds.showOrNull(unique.period()),
            unique.onDuplicate().name().toLowerCase(Locale.ROOT));
  }

  private static <E extends Enum<E>> E word(String field, @Nullable String word, E standard) {
    if (word == null) {
      return standard;
    }
    E[] known = standard.getDeclaringClass().getEnumConstants();
    return Arrays.stream(known)
        .filter(one -> one.name().toLowerCase(Locale.ROOT).equals(word))
        .findFirst()
        .orElseThrow(() ->
            new InvalidInput(
                field,
                word,
                "must be one of "
                    + Arrays.stream(known)
                        .map(one -> one.name().toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining(", "))));
  }
}
