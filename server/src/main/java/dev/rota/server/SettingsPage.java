package dev.rota.server;

import java.util.stream.Collectors;

/** A SettingsPage is the documentation of all settings, made from their declarations. */
final class SettingsPage {

  private SettingsPage() {}

  static String markdown() {
    return Settings.ALL.stream().map(SettingsPage::row).collect(Collectors.joining("", HEAD, ""));
  }

  private static final String HEAD =
      """
      # Settings

      Every setting is an environment variable. The same setting is a system property (`-Drota.port=8061` in `ROTA_JAVA_OPTS`), which
      wins over the environment, and some are flags of `rota up`, which win over both. An empty value counts as unset. An alias
      counts where the name itself is not set. A value that is not allowed stops the start with a message that says what is.

      | setting | default | allowed | meaning | aliases |
      | --- | --- | --- | --- | --- |
      """;

  private static String row(Setting<?> setting) {
    return "| `%s` | %s | %s | %s | %s |\n"
        .formatted(
            setting.name(),
            setting.standard().isEmpty() ? "unset" : "`" + setting.standard() + "`",
            setting.rule().allowed(),
            setting.description(),
            setting.aliases().stream()
                .map(alias -> "`" + alias + "`")
                .collect(Collectors.joining(", ")));
  }
}
