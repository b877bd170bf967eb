package dev.rota.cli;

import dev.rota.remote.RotaClient;
import dev.rota.server.SettingsSource;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A Client is how a command that asks is told whom to ask, and how to answer. */
final class Client {
  static final String LOCAL = "http://127.0.0.1:8060";

  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "The server to ask. Default: ROTA_URL, else " + LOCAL)
  private @Nullable String url;

  @Option(
      names = "--database",
      paramLabel = "URL",
      description =
          "Ask this database itself, without a server; embedded names the one of the data folder. Default: ROTA_DATABASE_URL, unless ROTA_URL is set")
  private @Nullable String database;

  @Option(names = "--json", description = "Answer with JSON, for scripts.")
  private boolean json;

  Client() {}

  /** A Task asks and tells. */
  @FunctionalInterface
  interface Task {
    /** Gives what the program ends with. */
    int run(Api api, Output out) throws InterruptedException;
  }

  int run(Task task) throws InterruptedException {
    try (Api api = open()) {
      Output out = output();
      int exit = task.run(api, out);
      out.flush();
      return exit;
    }
  }

  /** Answers without asking anybody. */
  int alone(ToIntFunction<Output> task) {
    Output out = output();
    int exit = task.applyAsInt(out);
    out.flush();
    return exit;
  }

  private Output output() {
    return new Output(spec.commandLine().getOut(), Terminal.ofProcess(), json);
  }

  private Api open() throws InterruptedException {
    String direct = database();
    if (direct != null) {
      return DirectApi.open(direct);
    }
    withoutLogging();
    String at = url == null ? given("ROTA_URL") : url;
    return new Api(RotaClient.connect(at == null ? LOCAL : at, given("ROTA_TOKEN")), () -> {});
  }

  /** The client of the JDK would start a log for nothing, and that takes a tenth of a second. */
  private static void withoutLogging() {
    System.setProperty("slf4j.provider", "org.slf4j.helpers.NOP_FallbackServiceProvider");
    System.setProperty("slf4j.internal.verbosity", "ERROR");
  }

  /** The database to ask, or null if a server is to be asked. What the caller says goes first. */
  private @Nullable String database() {
    return database != null || url != null || given("ROTA_URL") != null
        ? database
        : given("ROTA_DATABASE_URL");
  }

  private static @Nullable String given(String name) {
    String text = SettingsSource.ofProcess().get(name);
    return text == null || text.isBlank() ? null : text.strip();
  }
}
