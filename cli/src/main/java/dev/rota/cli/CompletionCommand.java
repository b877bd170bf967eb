package dev.rota.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A CompletionCommand prints what makes a shell complete the words of this program. */
@Command(
    name = "completion",
    description = "Prints what makes a shell complete commands and flags.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "bash:  source <(./rota completion bash)          or into ~/.bash_completion",
      "zsh:   source <(./rota completion zsh)           or into ~/.zshrc",
      "fish:  ./rota completion fish | source           or into ~/.config/fish/completions/rota.fish"
    })
final class CompletionCommand implements Callable<Integer> {

  private static final String SEEN = "__fish_seen_subcommand_from ";

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "SHELL", description = "bash, zsh or fish.")
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private Shell shell;

  CompletionCommand() {}

  /** A Shell is one whose completion is known. */
  enum Shell {
    BASH,
    ZSH,
    FISH
  }

  @Override
  public Integer call() {
    var rota = Rota.commandLine();
    spec.commandLine()
        .getOut()
        .println(shell == Shell.FISH ? fish(rota) : AutoComplete.bash("rota", rota));
    return Exit.OK;
  }

  private static String fish(CommandLine rota) {
    var script = new StringBuilder("complete -c rota -f\n");
    rota.getSubcommands()
        .forEach((name, command) -> {
          CommandSpec spec = command.getCommandSpec();
          if (!spec.usageMessage().hidden()) {
            script.append(
                "complete -c rota -n __fish_use_subcommand -a %s -d '%s'%n"
                    .formatted(name, description(spec)));
            addTo(script, SEEN + name, spec);
          }
        });
    return script.toString();
  }

  /**
   * @param seen what the line must hold for it
   */
  private static void addTo(StringBuilder script, String seen, CommandSpec spec) {
    String subcommands = String.join(" ", spec.subcommands().keySet());
    spec.subcommands()
        .forEach((name, sub) -> {
          script.append(
              "complete -c rota -n '%s; and not %s' -a %s -d '%s'%n"
                  .formatted(seen, SEEN + subcommands, name, description(sub.getCommandSpec())));
          addTo(script, seen + "; and " + SEEN + name, sub.getCommandSpec());
        });
    for (var option : spec.options()) {
      String description = option.description().length == 0 ? "" : option.description()[0];
      for (String name : option.names()) {
        if (name.startsWith("--")) {
          script.append(
              "complete -c rota -n '%s' -l %s%s -d '%s'%n"
                  .formatted(
                      seen,
                      name.substring(2),
                      option.arity().max() > 0 ? " -r" : "",
                      quoted(description)));
        }
      }
    }
  }

  private static String description(CommandSpec spec) {
    String[] lines = spec.usageMessage().description();
    return lines.length == 0 ? "" : quoted(lines[0]);
  }

  private static String quoted(String text) {
    return text.replace("\\", "\\\\").replace("'", "\\'");
  }
}
