package dev.rota.benchmarks.peers;

import dev.rota.benchmarks.Scratch;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A Session is a running contestant on a database: it is asked verbs and answers with numbers. */
final class Session implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration LONGEST = Duration.ofMinutes(15);

  private final Entrant entrant;
  private final Process process;
  private final Writer questions;
  private final BlockingQueue<Optional<String>> answers = new LinkedBlockingQueue<>();

  private Session(Entrant entrant, Process process) {
    this.entrant = entrant;
    this.process = process;
    this.questions = process.outputWriter(StandardCharsets.UTF_8);
  }

  static Session start(Entrant entrant, Scratch database, Path benchmarks) throws IOException {
    File log = benchmarks.resolve("target/peers-" + entrant.word() + ".log").toFile();
    Process process =
        new ProcessBuilder(entrant.command(benchmarks))
            .redirectError(ProcessBuilder.Redirect.appendTo(log))
            .start();
    Session session = new Session(entrant, process);
    Thread.ofVirtual().start(session::read);
    // Not as an argument: everybody on the machine can read those.
    session.send(database.url());
    return session;
  }

  /** Asks and waits for the answer. */
  JsonNode ask(String question) throws IOException, InterruptedException {
    send(question);
    return receive(question);
  }

  void send(String question) throws IOException {
    questions.write(question + "\n");
    questions.flush();
  }

  JsonNode receive(String question) throws IOException, InterruptedException {
    Optional<String> answer = answers.poll(LONGEST.toSeconds(), TimeUnit.SECONDS);
    if (answer == null || answer.isEmpty()) {
      throw new IOException(
          "%s %s: %s; its log is benchmarks/target/peers-%s.log"
              .formatted(
                  entrant.word(),
                  question,
                  answer == null ? "no answer" : "ended",
                  entrant.word()));
    }
    return JSON.readTree(answer.get());
  }

  private void read() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line;
      while ((line = lines.readLine()) != null) {
        answers.add(Optional.of(line));
      }
    } catch (IOException e) {
      // The process is gone, which is what the empty answer says.
    }
    answers.add(Optional.empty());
  }

  /** Lets it end by the end of its input; after half a minute, without asking. */
  @Override
  public void close() {
    try {
      questions.close();
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
