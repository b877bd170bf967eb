package dev.rota.server;

import org.jspecify.annotations.Nullable;

/**
 * A SettingInForce is what a setting is, and where that comes from.
 *
 * @param value as it was written; a secret is masked, and what is unset is null
 * @param origin default, environment, property, flag or alias
 * @param from the name under which it was found; null if it was not
 */
public record SettingInForce(
    String name,
    @Nullable String value,
    String origin,
    @Nullable String from,
    String allowed,
    String meaning) {

  static final String MASK = "…";

  static SettingInForce standard(Setting<?> setting) {
    return new SettingInForce(
        setting.name(),
        setting.standard().isEmpty() ? null : setting.standard(),
        "default",
        null,
        setting.rule().allowed(),
        setting.description());
  }

  static SettingInForce found(Setting<?> setting, String name, String text, String sort) {
    return new SettingInForce(
        setting.name(),
        setting.secret() ? MASK : text,
        name.equals(setting.name()) ? sort : "alias",
        name,
        setting.rule().allowed(),
        setting.description());
  }
}
