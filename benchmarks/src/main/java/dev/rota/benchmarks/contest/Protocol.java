package dev.rota.benchmarks.contest;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The Protocol is how a contestant is asked: the first line of its standard input is the address of
 * its database, each further line is a verb with numbers, and each verb is answered by one line of
 * JSON. The contestant ends with its input. {@code node/protocol.mjs} is the same for Node.
 */
public final class Protocol {
  private static final JsonMapper JSON = new JsonMapper();

  private final JobQueue queue;
  private final Extras extras;
  private String payload = JobQueue.PAYLOAD;
  private @Nullable Pings pings;

  private Protocol(JobQueue queue, Extras extras) {
    this.queue = queue;
    this.extras = extras;
  }

  /** An Opener connects a contestant to its database. */
  @FunctionalInterface
  public interface Opener {
    JobQueue open(String jdbcUrl) throws Exception;
  }

  /** Extras are verbs that only one contestant knows. */
  @FunctionalInterface
  public interface Extras {
    Map<String, ?> ask(String verb, String[] words) throws Exception;
  }

  /** Answers until the input ends. */
  public static void serve(Opener opener) throws Exception {
    serve(opener, queue -> (verb, words) -> unknown(verb));
  }

  /** The same, for a contestant with verbs of its own. */
  public static void serve(Opener opener, Function<JobQueue, Extras> extras) throws Exception {
    PrintStream answers = System.out;
    // Whatever a library prints is no answer.
    System.setOut(System.err);
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (JobQueue queue = opener.open(Objects.requireNonNull(lines.readLine()))) {
      Protocol protocol = new Protocol(queue, extras.apply(queue));
      String line;
      while ((line = lines.readLine()) != null) {
        answers.println(JSON.writeValueAsString(protocol.answer(line.split(" "))));
        answers.flush();
      }
    }
  }

  private Map<String, ?> answer(String[] words) throws Exception {
    return switch (words[0]) {
      case "prepare" -> {
        queue.prepare();
        yield Map.of();
      }
      case "payload" -> {
        payload = payload(Integer.parseInt(words[1]));
        yield Map.of();
      }
      case "bulk" -> bulk(Long.parseLong(words[1]), seconds(words[2]));
      case "single" -> single(Integer.parseInt(words[1]), seconds(words[2]));
      case "drain" -> drain(Long.parseLong(words[1]), seconds(words[2]));
      case "flow" ->
          flow(new Flow(seconds(words[1]), Integer.parseInt(words[2]), Integer.parseInt(words[3])));
      case "listen" -> {
        pings = Pings.listen(queue);
        yield Map.of();
      }
      case "ping" -> {
        Pings.send(queue, Integer.parseInt(words[1]));
        yield Map.of();
      }
      case "collect" -> collect(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
      default -> extras.ask(words[0], words);
    };
  }

  private Map<String, ?> bulk(long jobs, Duration atMost) throws Exception {
    Enqueued done = Enqueued.inBulk(queue, jobs, payload, atMost);
    return Map.of("jobs", done.jobs(), "rate", done.rate());
  }

  private Map<String, ?> single(int callers, Duration time) throws Exception {
    Enqueued done = Enqueued.byCallers(queue, callers, Long.MAX_VALUE, time);
    return Map.of("jobs", done.jobs(), "rate", done.rate());
  }

  private Map<String, ?> drain(long jobs, Duration atMost) throws Exception {
    Drained done = Drained.by(queue, jobs, atMost);
    return Map.of("jobs", done.jobs(), "rate", done.rate());
  }

  private Map<String, ?> flow(Flow flow) throws Exception {
    List<Long> totals = new ArrayList<>();
    long left = flow.run(queue, totals::add);
    List<Long> every = new ArrayList<>();
    for (int i = 1; i < totals.size(); i++) {
      every.add(totals.get(i) - totals.get(i - 1));
    }
    return Map.of("every", every, "left", left);
  }

  private Map<String, ?> collect(int all, int last) throws Exception {
    try (Pings heard = Objects.requireNonNull(pings)) {
      return Map.of("millis", heard.collect(all, last));
    }
  }

  /** A JSON object of so many bytes. */
  private static String payload(int bytes) {
    String frame = "{\"text\": \"\"}";
    return "{\"text\": \"" + "x".repeat(bytes - frame.length()) + "\"}";
  }

  private static Duration seconds(String word) {
    return Duration.ofMillis((long) (Double.parseDouble(word) * 1000));
  }

  private static Map<String, ?> unknown(String verb) {
    throw new IllegalArgumentException("unknown: " + verb);
  }
}
