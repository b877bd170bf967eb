package dev.rota.server;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A SettingsSource tells the text of a setting by one of its names, or null. */
@FunctionalInterface
public interface SettingsSource {

  @Nullable String get(String name);

  /** What sort of source tells this one: flag, property or environment. */
  default String sort(String name) {
    return "environment";
  }

  /** This source under the name of its sort. */
  default SettingsSource as(String sort) {
    SettingsSource source = this;
    return new SettingsSource() {
      @Override
      public @Nullable String get(String name) {
        return source.get(name);
      }

      @Override
      public String sort(String name) {
        return sort;
      }
    };
  }

  /** This source, and that other one where this one has nothing. */
  default SettingsSource or(SettingsSource other) {
    SettingsSource first = this;
    return new SettingsSource() {
      @Override
      public @Nullable String get(String name) {
        var value = first.get(name);
        return value != null ? value : other.get(name);
      }

      @Override
      public String sort(String name) {
        return (first.get(name) != null ? first : other).sort(name);
      }
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
    return properties.as("property").or(System::getenv);
  }
}
