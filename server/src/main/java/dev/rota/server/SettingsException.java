package dev.rota.server;

import java.util.List;

/**
 * A SettingsException says which settings are wrong, what was found and what is allowed; the
 * program does not start.
 */
public final class SettingsException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public SettingsException(String problem) {
    super(problem);
  }

  SettingsException(List<String> problems) {
    super(String.join("\n", problems));
  }
}
