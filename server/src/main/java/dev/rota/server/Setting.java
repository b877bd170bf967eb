package dev.rota.server;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A Setting is one thing that can be configured.
 *
 * @param name the environment variable
 * @param aliases other names it answers to
 * @param standard the default as one would write it; empty means unset
 * @param rule what its value may be
 * @param description what it is for, in Markdown
 * @param secret whether its value must not be shown
 */
public record Setting<T>(
    String name,
    List<String> aliases,
    String standard,
    Rule<T> rule,
    String description,
    boolean secret) {

  static <T> Setting<T> of(String name, String standard, Rule<T> rule, String description) {
    return new Setting<>(name, List.of(), standard, rule, description, false);
  }

  Setting<T> alias(String... names) {
    return new Setting<>(name, List.of(names), standard, rule, description, secret);
  }

  Setting<T> asSecret() {
    return new Setting<>(name, aliases, standard, rule, description, true);
  }

  /** All its names, the first that is set counts. */
  Stream<String> names() {
    return Stream.concat(Stream.of(name), aliases.stream());
  }

  /** The name as a system property: ROTA_PORT is rota.port. */
  static String property(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', '.');
  }

  String problem(String foundName, String value) {
    return "%s=%s is not allowed: it must be %s"
        .formatted(foundName, secret ? "…" : value, rule.allowed());
  }
}
