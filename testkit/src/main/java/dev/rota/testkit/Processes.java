package dev.rota.testkit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Processes are started here for tests that kill them: child JVMs on the class path of the test, or
 * any other command.
 */
public final class Processes {

  private final List<String> jvmOptions = new ArrayList<>(List.of("-Xmx256m"));
  private final Map<String, String> environment = new HashMap<>();

  public Processes() {}

  /** Adds options of the JVM, such as {@code -Dname=value}. */
  public Processes withJvmOptions(String... options) {
    jvmOptions.addAll(Arrays.asList(options));
    return this;
  }

  public Processes withEnvironment(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /** Starts a child JVM with the class path of this one. */
  public ChildProcess java(Class<?> main, String... arguments) throws IOException {
    var words = new ArrayList<String>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(jvmOptions);
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    words.addAll(Arrays.asList(arguments));
    return command(words);
  }

  /** Starts any command. */
  public ChildProcess command(List<String> words) throws IOException {
    var builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().putAll(environment);
    return new ChildProcess(builder.start());
  }
}
