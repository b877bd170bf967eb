package dev.rota.server;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A SettingsSource tells the text of a setting by one of its names, or null. */
@FunctionalInterface
public interface SettingsSource {

  @Nullable String get(String name);

  /** This source, and that other one where this one has nothing. */
  default SettingsSource or(SettingsSource other) {
    return name -> {
      var value = get(name);
      return value != null ? value : other.get(name);
    };
  }

  static SettingsSource of(Map<String, String> values) {
    return values::get;
  }

  /**
   * The system properties ({@code -Drota.port=…}), and behind them the environment ({@code
   * ROTA_PORT=…}).
   */
  static SettingsSource ofProcess() {
    SettingsSource properties = name -> System.getProperty(Setting.property(name));
    return properties.or(System::getenv);
  }
}
