package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shells complete the words of the program, as far as they are installed. */
class CompletionTest {
  @TempDir private Path folder;

  @Test
  void bash_completes_commands_and_flags() throws Exception {
    needs("bash");
    Path script = written("bash");
    String out =
        run(
            "bash",
            "-c",
            """
            source %s
            try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _complete_rota 2>/dev/null; echo "${COMPREPLY[@]}"; }
            try rota sched
            try rota schedules pre
            try rota jobs --stat
            try rota tenants set --we
            """
                .formatted(script));
    assertThat(out).isEqualTo("schedules\npreview\n--status --state\n--weight\n");
  }

  @Test
  void zsh_completes_commands() throws Exception {
    needs("zsh");
    assumeTrue(TerminalTest.canPlay(), "Python 3.9 is needed to play a terminal");
    String typed =
        "autoload -U +X compinit && compinit -u -D; source %s; rota() { echo asked: $*; }\\nrota schedules pre\\t\\nexit\\n"
            .formatted(written("zsh"));
    String out = run("python3", "-c", TerminalTest.PLAY, typed, "[?2004h", "zsh", "-f", "-i");
    assertThat(out).contains("asked: schedules preview");
  }

  @Test
  void fish_completes_commands_and_flags() throws Exception {
    needs("fish");
    String out =
        run(
            "fish",
            "--no-config",
            "-c",
            "source %s; for line in 'rota sched' 'rota schedules pre' 'rota tenants set --we'; complete -C $line; end"
                .formatted(written("fish")));
    assertThat(out.lines().map(line -> line.split("\t", 2)[0]).toList())
        .containsExactly("schedules", "preview", "--weight");
    assertThat(Files.readString(written("fish"))).doesNotContain("learn");
  }

  private static void needs(String shell) throws InterruptedException {
    assumeTrue(LanguagesTest.runs(shell, "-c", "true"), shell + " is not installed here");
  }

  private Path written(String shell) throws Exception {
    Path script = folder.resolve("completion." + shell);
    Files.writeString(script, ClientCommandsTest.run(0, "completion", shell));
    return script;
  }

  private static String run(String... words) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(List.of(words));
    builder.environment().put("TERM", "xterm");
    Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return out;
  }
}
