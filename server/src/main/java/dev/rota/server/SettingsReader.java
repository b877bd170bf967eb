package dev.rota.server;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A SettingsReader reads all settings from a source and collects what is wrong with them. */
final class SettingsReader {

  private final SettingsSource source;
  private final Map<Setting<?>, Object> values = new HashMap<>();
  private final List<String> problems = new ArrayList<>();

  SettingsReader(SettingsSource source) {
    this.source = source;
  }

  Settings read() {
    Settings.ALL.forEach(this::read);
    var settings = new Settings(values);
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
    var host = settings.get(Settings.HOST);
    var auth = settings.get(Settings.AUTH);
    try {
      var open = !InetAddress.getByName(host).isLoopbackAddress();
      if (open && auth == Authentication.NONE) {
        problems.add(
            "ROTA_HOST=%s is not allowed with ROTA_AUTH=none: others could reach the server. Set ROTA_AUTH=token and a secret ROTA_TOKEN, or listen on 127.0.0.1 behind a proxy that lets nobody in unasked"
                .formatted(host));
      }
    } catch (UnknownHostException e) {
      problems.add("ROTA_HOST=%s is not allowed: there is no such address".formatted(host));
    }
    if (settings.compatPorts().contains(settings.listeningPort())) {
      problems.add(
          "ROTA_COMPAT_PORTS must not name ROTA_PORT=%d again".formatted(settings.listeningPort()));
    }
    if (auth == Authentication.TOKEN && settings.find(Settings.TOKEN).isEmpty()) {
      problems.add(
          "ROTA_AUTH=token needs a secret in ROTA_TOKEN, such as one from: openssl rand -hex 24");
    }
  }
}
