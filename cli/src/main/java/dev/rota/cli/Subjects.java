package dev.rota.cli;

import dev.rota.RotaException;
import dev.rota.remote.Members;
import dev.rota.remote.PublicId;
import dev.rota.remote.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Subjects are what something is done to: jobs by their ids or by a filter, or queues or schedules
 * by their names. One that refuses does not keep the others from it.
 */
final class Subjects {
  private static final Map<String, String> PATHS =
      Map.of("queue", "queues", "schedule", "schedules");

  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  @Mixin private final Client client = new Client();

  @Mixin private final JobFilters filters = new JobFilters();
  @Mixin private final Bulk bulk = new Bulk();

  @Parameters(
      arity = "0..*",
      paramLabel = "ID",
      description = "Ids of jobs; filters choose them instead.")
  private List<String> words = new ArrayList<>();

  Subjects() {}

  /** Does it to jobs alone: at once to those that are named, in the background by a filter. */
  int jobs(String verb) throws InterruptedException {
    return words.isEmpty() ? many(verb, new Members()) : each("jobs", named(), verb);
  }

  /** Does it to jobs in the background, whether they are named or chosen. */
  int many(String action, Members more) throws InterruptedException {
    more.put("action", action);
    if (!words.isEmpty()) {
      return client.run((api, out) -> bulk.begin(api, out, more.texts("ids", named())));
    }
    if (filters.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "Which jobs? Say their ids, or a filter as in --status failed --queue mail.");
    }
    return client.run((api, out) -> bulk.ask(api, out, action, more, filters));
  }

  private List<String> named() {
    if (!filters.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "Say ids or a filter, not both.");
    }
    return words;
  }

  /** Does it to jobs, or to queues or schedules if the first word says so. */
  int any(String verb) throws InterruptedException {
    String path = words.isEmpty() ? null : PATHS.get(words.getFirst());
    if (path == null) {
      checkIds(verb);
      return jobs(verb);
    }
    if (words.size() == 1) {
      throw new ParameterException(
          spec.commandLine(), "Which %s? Say its name.".formatted(words.getFirst()));
    }
    return each(path, words.subList(1, words.size()), verb);
  }

  /** The name of a queue where ids are wanted is a slip that is easily made. */
  private void checkIds(String verb) {
    for (String word : words) {
      if (!word.matches("[0-9a-fA-F-]+")) {
        throw new ParameterException(
            spec.commandLine(),
            "%s is no id of a job. For a queue: rota %s queue %s; for a schedule: rota %s schedule %s."
                .formatted(word, verb, word, verb, word));
      }
    }
  }

  private int each(String path, List<String> names, String verb) throws InterruptedException {
    return client.run((api, out) -> {
      int exit = Exit.OK;
      for (String name : names) {
        try {
          tell(out, name, api.post(Route.to(path, name, verb), null));
        } catch (RotaException e) {
          Advice advice =
              new Advice(e.getMessage() == null ? e.code() : e.getMessage(), Exit.of(e));
          if (names.size() == 1 || advice.exit() == Exit.UNREACHABLE) {
            throw e;
          }
          spec.commandLine().getErr().println(name + ": " + advice.text());
          exit = Math.max(exit, advice.exit());
        }
      }
      return exit;
    });
  }

  private static void tell(Output out, String name, Tree now) {
    if (out.isJson()) {
      out.json(now);
      return;
    }
    Tree status = now.find("status");
    Tree id = now.find("id");
    out.line(
        status == null || id == null
            ? name + " " + (now.at("is_paused").isTrue() ? "paused" : "resumed")
            : PublicId.shortened(id.text()) + " " + state(now, status));
  }

  /** A running job is told to stop and goes on until it heeds that. */
  private static String state(Tree job, Tree status) {
    boolean stops = job.at("cancel_requested").isTrue() && status.text().equals("running");
    return status.text() + (stops ? ", told to stop" : "");
  }
}
