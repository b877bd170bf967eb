package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rota.testkit.Eventually;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Commands on a terminal, which Python plays, and at the end of a pipe. */
class TerminalTest {
  /** Starts a program on a terminal of 40 lines and 72 columns, and types when it has drawn. */
  static final String PLAY =
      """
      import fcntl, os, pty, select, signal, struct, sys, termios, time
      typed = sys.argv[1].encode().decode('unicode_escape').encode('latin-1')
      waits = sys.argv[2].encode()
      pid, terminal = pty.fork()
      if pid == 0:
          signal.signal(signal.SIGINT, signal.SIG_DFL)
          time.sleep(0.2)
          os.execvp(sys.argv[3], sys.argv[3:])
      fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack('HHHH', 40, 72, 0, 0))
      keys = [typed] if b'\\n' in typed else [typed[i:i + 1] for i in range(len(typed))]
      out, seen = b'', 0
      end = time.time() + 120
      while time.time() < end:
          if select.select([terminal], [], [], 0.1)[0]:
              try:
                  more = os.read(terminal, 65536)
              except OSError:
                  break
              if not more:
                  break
              out += more
          if keys and out.count(waits) > seen:
              seen = out.count(waits)
              os.write(terminal, keys.pop(0))
      else:
          os.kill(pid, signal.SIGKILL)
      sys.stdout.buffer.write(out)
      sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
      """;

  private static RunningNode node;

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(canPlay(), "Python 3.9 is needed to play a terminal");
    node = new RunningNode("--demo");
    ClientCommandsTest.run(0, "queues", "set", "aa", "--node-limit", "1", "--url", node.url);
    ClientCommandsTest.run(
        0,
        "enqueue",
        "rota.echo",
        "--delay",
        "60",
        "--queue",
        "a-queue-with-quite-a-long-name-to-be-cut-off",
        "--tag",
        "x",
        "--url",
        node.url);
  }

  @AfterAll
  static void stop() {
    if (node != null) {
      node.close();
    }
  }

  @Test
  void a_terminal_gets_colours_and_lines_that_fit() throws Exception {
    String out = play("", "-", Map.of(), "jobs");
    assertThat(out).contains("\u001b[1mID\u001b[0m").contains("…");
    assertThat(plain(out).lines()).allMatch(line -> line.length() <= 72);
    assertThat(play("", "-", Map.of("NO_COLOR", "1"), "jobs")).doesNotContain("\u001b[");
  }

  @Test
  void a_pipe_gets_neither() throws Exception {
    String out = run(List.of(), Map.of(), "jobs");
    assertThat(out)
        .doesNotContain("\u001b")
        .contains("a-queue-with-quite-a-long-name-to-be-cut-off");
    assertThat(run(List.of(), Map.of(), "top")).doesNotContain("\u001b").contains("QUEUE");
  }

  @Test
  void the_live_view_chooses_and_pauses_a_queue_and_leaves_the_terminal_as_it_was()
      throws Exception {
    String out = play("jpq", "choose a queue", Map.of(), "top");
    assertThat(out).startsWith("\u001b[?1049h").endsWith("\u001b[?25h\u001b[?1049l");
    assertThat(plain(out)).contains("WAITING").contains(" is paused");
  }

  /** Without the documentation: find the failing job, learn why, retry it, pause a queue, ask. */
  @Test
  void a_newcomer_finds_what_failed_and_what_waits() throws Exception {
    Eventually.await(
        RunningNode.SOON, () -> !shown("jobs", "failed").contains("no such jobs"), "one failed");
    String failed = first("failed", shown("jobs", "failed"));
    assertThat(shown("job", failed))
        .contains("to show what a failure looks like")
        .contains("IllegalStateException")
        .contains("→ rota retry " + failed);
    assertThat(shown("retry", failed)).contains(failed + " pending");
    assertThat(shown(2, "pause", "default")).contains("rota pause queue default");
    assertThat(shown("pause", "queue", "default")).contains("default paused");
    assertThat(shown("resume", "queue", "default")).contains("default resumed");
    String waits = first("pending", shown("jobs", "--queue", "demo-held"));
    assertThat(shown("job", waits)).contains("rota explain " + waits);
    assertThat(shown("explain", waits))
        .contains("1. queue demo-held is paused")
        .contains("rota resume queue demo-held");
  }

  private static String shown(String... arguments) throws Exception {
    return shown(0, arguments);
  }

  private static String shown(int exit, String... arguments) throws Exception {
    return plain(play("", "-", Map.of(), exit, arguments));
  }

  /** The id of the first job in this state. */
  private static String first(String state, String table) {
    return table
        .lines()
        .filter(line -> line.contains(" " + state + " "))
        .map(line -> line.substring(0, line.indexOf(' ')))
        .findFirst()
        .orElseThrow(() -> new AssertionError(table));
  }

  @Test
  void a_question_is_asked_before_many_jobs_are_changed() throws Exception {
    String[] cancel = {"cancel", "--queue", "a-queue-with-quite-a-long-name-to-be-cut-off"};
    assertThat(plain(play("no\\n", "[y/N]", Map.of(), 1, cancel)))
        .contains("1 job matches.")
        .contains("Cancel them? [y/N]")
        .contains("Nothing was changed.");
    assertThat(plain(play("y\\n", "[y/N]", Map.of(), cancel)))
        .contains("(cancel) completed: 1 done");
  }

  @Test
  void a_watched_list_is_drawn_in_its_place() throws Exception {
    String out = play("\\x03", "STATE", Map.of(), 130, "jobs", "--watch", "0.5");
    assertThat(out).contains("\u001b[H\u001b[J");
  }

  static boolean canPlay() throws Exception {
    return LanguagesTest.runs("python3", "-c", "import pty, os; os.waitstatus_to_exitcode");
  }

  /** What a command without a server writes to a terminal. */
  static String play(Map<String, String> environment, String... arguments) throws Exception {
    return run(List.of("python3", "-c", PLAY, "", "-"), environment, 0, arguments);
  }

  /** What it writes into a pipe. */
  static String pipe(Map<String, String> environment, String... arguments) throws Exception {
    return run(List.of(), environment, 0, arguments);
  }

  private static String plain(String text) {
    return text.replaceAll("\u001b\\[[0-9;?]*[A-Za-z]", "");
  }

  private static String play(
      String keys, String after, Map<String, String> environment, String... arguments)
      throws Exception {
    return play(keys, after, environment, 0, arguments);
  }

  private static String play(
      String keys, String after, Map<String, String> environment, int exit, String... arguments)
      throws Exception {
    return run(List.of("python3", "-c", PLAY, keys, after), environment, exit, arguments);
  }

  private static String run(
      List<String> before, Map<String, String> environment, String... arguments) throws Exception {
    return run(before, environment, 0, arguments);
  }

  private static String run(
      List<String> before, Map<String, String> environment, int exit, String... arguments)
      throws Exception {
    List<String> words = new ArrayList<>(before);
    List<String> rota = RunningNode.words("up");
    words.addAll(rota.subList(0, rota.size() - 1));
    words.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(words);
    if (node != null) {
      builder.environment().put("ROTA_URL", node.url);
    }
    builder.environment().put("TERM", "xterm");
    builder.environment().remove("NO_COLOR");
    builder.environment().putAll(environment);
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(out).isEqualTo(exit);
    return out;
  }
}
