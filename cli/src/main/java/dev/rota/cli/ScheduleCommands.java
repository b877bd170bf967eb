package dev.rota.cli;

import dev.rota.remote.PublicId;
import dev.rota.remote.Tree;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** ScheduleCommands are those that answer with the schedule. */
final class ScheduleCommands {
  private ScheduleCommands() {}

  /** A Named is the schedule that a command is about. */
  static final class Named {
    @Mixin private final Client client = new Client();

    @Parameters(index = "0", paramLabel = "NAME", description = "The schedule.")
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private String name;

    Named() {}

    Route route(String... more) {
      String[] parts = new String[2 + more.length];
      parts[0] = "schedules";
      parts[1] = name;
      System.arraycopy(more, 0, parts, 2, more.length);
      return Route.to(parts);
    }

    Client client() {
      return client;
    }

    private int tell(String verb) throws InterruptedException {
      return client.run((api, out) -> {
        print(out, api.post(route(verb), null));
        return Exit.OK;
      });
    }
  }

  /** A Show shows a schedule. */
  @Command(name = "show", description = "Shows a schedule.", mixinStandardHelpOptions = true)
  static final class Show implements Callable<Integer> {
    @Mixin private final Named named = new Named();

    Show() {}

    @Override
    public Integer call() throws InterruptedException {
      return named.client.run((api, out) -> {
        print(out, api.get(named.route()));
        return Exit.OK;
      });
    }
  }

  /** A Run runs a schedule now. */
  @Command(
      name = "run",
      description = "Enqueues a job of a schedule now, beside its planned times.",
      mixinStandardHelpOptions = true)
  static final class Run implements Callable<Integer> {
    @Mixin private final Named named = new Named();

    Run() {}

    @Override
    public Integer call() throws InterruptedException {
      return named.tell("run");
    }
  }

  /** A Pause pauses a schedule. */
  @Command(name = "pause", description = "Pauses a schedule.", mixinStandardHelpOptions = true)
  static final class Pause implements Callable<Integer> {
    @Mixin private final Named named = new Named();

    Pause() {}

    @Override
    public Integer call() throws InterruptedException {
      return named.tell("pause");
    }
  }

  /** A Resume resumes a schedule. */
  @Command(
      name = "resume",
      description = "Resumes a schedule that was paused or halted.",
      mixinStandardHelpOptions = true)
  static final class Resume implements Callable<Integer> {
    @Mixin private final Named named = new Named();

    Resume() {}

    @Override
    public Integer call() throws InterruptedException {
      return named.tell("resume");
    }
  }

  static Cell state(Tree schedule) {
    return schedule.at("is_halted").isTrue()
        ? Cell.word("halted")
        : schedule.at("is_paused").isTrue() ? Cell.word("paused") : Cell.of("active");
  }

  static void print(Output out, Tree schedule) {
    if (out.isJson()) {
      out.json(schedule);
      return;
    }
    out.field("schedule", schedule.at("name").text());
    out.field("state", state(schedule));
    out.field("when", schedule.at("explained").text());
    out.field("time zone", schedule.at("time_zone").text());
    Tree job = schedule.at("job");
    out.field("kind", job.at("kind").text());
    out.field("queue", job.at("queue").text());
    out.field("payload", job.find("payload", Tree::raw));
    out.field("overlap", schedule.at("overlap").text());
    out.field("on failure", schedule.at("on_failure").text());
    out.field("next run", schedule.find("next_run_at", Tree::text));
    out.field("last run", schedule.find("last_run_at", Tree::text));
    out.field("last job", schedule.find("last_job_id", id -> PublicId.shortened(id.text())));
    out.field(
        "runs",
        "%s, of them %s completed, %s failed, %s cancelled"
            .formatted(
                schedule.at("runs").raw(),
                schedule.at("completed").raw(),
                schedule.at("failed").raw(),
                schedule.at("cancelled").raw()));
  }
}
