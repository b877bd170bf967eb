package dev.rota.server;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A SettingsReader reads all settings from a source and collects what is wrong with them. */
final class SettingsReader {

  private final SettingsSource source;
  private final Map<Setting<?>, Object> values = new HashMap<>();
  private final List<SettingInForce> inForce = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  SettingsReader(SettingsSource source) {
    this.source = source;
  }

  Settings read() {
    Settings.ALL.forEach(this::read);
    var settings = new Settings(values, inForce);
    if (problems.isEmpty()) {
      checkTogether(settings);
    }
    if (!problems.isEmpty()) {
      throw new SettingsException(problems);
    }
    return settings;
  }

  private void read(Setting<?> setting) {
    var name = setting.names().filter(this::isSet).findFirst().orElse(setting.name());
    var text = text(name).orElse(setting.standard());
    inForce.add(
        isSet(name)
            ? SettingInForce.found(setting, name, text, source.sort(name))
            : SettingInForce.standard(setting));
    if (!text.isEmpty()) {
      var value = setting.rule().reader().apply(text);
      if (value == null) {
        problems.add(setting.problem(name, text));
      } else {
        values.put(setting, value);
      }
    }
  }

  /**
   * An empty variable counts as unset: that is what {@code ROTA_PORT= ./rota up} means, and compose
   * files do it.
   */
  private Optional<String> text(String name) {
    return Optional.ofNullable(source.get(name)).map(String::strip).filter(text -> !text.isEmpty());
  }

  private boolean isSet(String name) {
    return text(name).isPresent();
  }

  private void checkTogether(Settings settings) {
    if (settings.compatPorts().contains(settings.listeningPort())) {
      problems.add(
          "ROTA_COMPAT_PORTS must not name ROTA_PORT=%d again".formatted(settings.listeningPort()));
    }
    problems.addAll(new AccessCheck(settings).problems());
  }
}
