package dev.rota.server.declared;

import static java.lang.System.Logger.Level.ERROR;
import static java.lang.System.Logger.Level.INFO;

import dev.rota.RotaException;
import dev.rota.engine.Engine;
import dev.rota.engine.Loop;
import dev.rota.engine.scheduler.Scheduler;
import dev.rota.server.DealbotSettings;
import dev.rota.server.JobsMode;
import dev.rota.server.Settings;
import dev.rota.server.SettingsSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A DeclaredFile is a file whose declaration is kept true: it is applied when the node starts, and
 * again when it has changed. A wrong one stops the start; a wrong change is told, and what was
 * there before stays.
 */
public final class DeclaredFile {
  private static final System.Logger LOG = System.getLogger(DeclaredFile.class.getName());
  private static final Duration EVERY = Duration.ofSeconds(60);

  private final Path path;
  private final SettingsSource variables;
  private final Settings settings;
  private Declaration declaration;
  private @Nullable FileTime changedAt;

  private DeclaredFile(Path path, SettingsSource variables, Settings settings) {
    this.path = path;
    this.variables = variables;
    this.settings = settings;
    this.changedAt = changedAt();
    this.declaration = read();
  }

  /**
   * Reads and checks a file.
   *
   * @throws DeclarationException if it is wrong
   */
  public static DeclaredFile open(Path path, Settings settings) {
    return open(path, SettingsSource.ofProcess(), settings);
  }

  static DeclaredFile open(Path path, SettingsSource variables, Settings settings) {
    return new DeclaredFile(path, variables, settings);
  }

  /** What it declares, as far as the settings let it. */
  public Declaration declaration() {
    return declaration;
  }

  /** Applies it now, and again whenever it has changed, until it is closed. */
  public AutoCloseable keep(Engine engine, Scheduler scheduler) {
    DeclarationKeeper keeper = new DeclarationKeeper(engine, scheduler);
    apply(keeper);
    return Loop.start(
        "declared-file",
        () -> {
          check(keeper);
          return EVERY;
        });
  }

  void apply(DeclarationKeeper keeper) {
    List<Change> changes = keeper.apply(declaration);
    changes.forEach(change -> LOG.log(INFO, "file={0} {1}", path, change));
  }

  /** Applies it again if it has changed. */
  void check(DeclarationKeeper keeper) {
    FileTime now = changedAt();
    if (now == null || now.equals(changedAt)) {
      return;
    }
    try {
      declaration = read();
      apply(keeper);
    } catch (DeclarationException e) {
      LOG.log(ERROR, "The change is not applied: {0}", e.getMessage());
    } catch (RotaException e) {
      LOG.log(ERROR, "The change of " + path + " is applied in part: " + e.getMessage(), e);
    }
    changedAt = now;
  }

  private Declaration read() {
    return DeclarationReader.read(
        path,
        variables,
        new DeclarationReader.Allowed(
            settings.get(DealbotSettings.JOBS_MODE) == JobsMode.PGBOSS,
            !settings.get(DealbotSettings.DISABLE_CHAIN)));
  }

  private @Nullable FileTime changedAt() {
    try {
      return Files.getLastModifiedTime(path);
    } catch (IOException e) {
      return null;
    }
  }
}
