package dev.rota.cli;

import dev.rota.engine.Engine;
import dev.rota.engine.EngineEvents;
import dev.rota.server.Settings;
import dev.rota.server.SettingsSource;
import java.util.function.Consumer;

/**
 * A OneShot is a command that needs an engine for a moment, beside running nodes or without any.
 */
final class OneShot {
  private OneShot() {}

  static int run(Consumer<Engine> action) throws InterruptedException {
    var settings = Settings.read(SettingsSource.ofProcess());
    try (var database = NodeDatabase.openOrJoin(settings);
        var engine = Engine.open(database.source(), Node.options(settings), EngineEvents.NONE)) {
      action.accept(engine);
      return 0;
    }
  }
}
