package dev.rota.cli;

import dev.rota.engine.tokens.NewToken;
import dev.rota.engine.tokens.Role;
import dev.rota.engine.tokens.Token;
import dev.rota.engine.tokens.Tokens;
import dev.rota.schedule.DurationText;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A TokenCommand makes, lists and revokes the tokens by which callers prove who they are. */
@Command(
    name = "token",
    description = "Makes, lists and revokes the tokens of callers over HTTP (ROTA_AUTH=token).",
    mixinStandardHelpOptions = true,
    subcommands = CommandLine.HelpCommand.class)
final class TokenCommand implements Runnable {
  private static final String ACTOR = "cli";
  private static final String NEVER = "never";

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  TokenCommand() {}

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  @Command(
      name = "create",
      description = "Makes a token and prints its secret, which is not told a second time.",
      mixinStandardHelpOptions = true)
  int create(
      @Option(
              names = "--role",
              required = true,
              description = "viewer, producer, worker, operator or admin")
          String role,
      @Option(names = "--name", required = true, description = "What the audit trail calls it.")
          String name,
      @Option(
              names = "--queue",
              description = "Limits a producer or worker to this queue; may be given again.")
          @Nullable List<String> queues,
      @Option(
              names = "--expires",
              defaultValue = "90d",
              description = "After how long, as in 30d, or never. Default: ${DEFAULT-VALUE}")
          String expires)
      throws InterruptedException {
    Duration lasts = expires.equals(NEVER) ? null : DurationText.parse("expires", expires);
    var wanted =
        new NewToken(
            name, Role.of("role", role), queues == null ? Set.of() : Set.copyOf(queues), lasts);
    return OneShot.run(engine ->
        spec.commandLine()
            .getOut()
            .println(new Tokens(engine.database()).create(wanted, ACTOR).secret().text()));
  }

  @Command(
      name = "list",
      description = "Lists the tokens, the newest first.",
      mixinStandardHelpOptions = true)
  int list() throws InterruptedException {
    return OneShot.run(engine -> new Tokens(engine.database()).list().forEach(this::print));
  }

  private void print(Token token) {
    spec.commandLine()
        .getOut()
        .printf(
            "%-20s %-9s %-8s %s… expires %s%s%n",
            token.name(),
            token.role().word(),
            token.status(),
            token.hint(),
            token.expiresAt() == null ? NEVER : token.expiresAt(),
            token.queues().isEmpty() ? "" : "  queues " + String.join(",", token.queues()));
  }

  @Command(
      name = "revoke",
      description = "Ends a token: every server refuses it within seconds.",
      mixinStandardHelpOptions = true)
  int revoke(@Parameters(paramLabel = "NAME", description = "What it is called.") String name)
      throws InterruptedException {
    return OneShot.run(engine -> {
      new Tokens(engine.database()).revoke(name, ACTOR);
      spec.commandLine().getOut().println(name + " is revoked.");
    });
  }
}
