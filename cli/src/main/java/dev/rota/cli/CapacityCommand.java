package dev.rota.cli;

import dev.rota.remote.Tree;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** A CapacityCommand tells whether the workers keep up, and how many each queue wants. */
@Command(
    name = "capacity",
    description =
        "Tells whether workers keep up with plans, how many targets they can serve, and how many workers each queue wants.",
    mixinStandardHelpOptions = true)
final class CapacityCommand implements Callable<Integer> {
  @Mixin private final Client client = new Client();

  CapacityCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    return client.run((api, out) -> {
      Tree capacity = api.get(Route.to("capacity"));
      Tree scaling = api.get(Route.to("scaling"));
      if (out.isJson()) {
        out.line("{\"capacity\":%s,\"scaling\":%s}".formatted(capacity.raw(), scaling.raw()));
      } else {
        print(out, capacity, scaling);
      }
      return Exit.OK;
    });
  }

  private static void print(Output out, Tree capacity, Tree scaling) {
    Table targets =
        new Table(
            "TARGETS", ">COUNT", ">MIN/HOUR", ">LEFT", "KEEPS UP", "LIMITED BY", ">CAN SERVE");
    for (Tree each : capacity.at("targets").items()) {
      targets.row(
          each.at("target_kind").text(),
          each.at("targets").raw(),
          each.find("minutes_per_hour", Tree::raw),
          each.find("headroom_minutes", Tree::raw),
          verdict(each.find("keeps_up")),
          each.find("limited_by", Tree::text),
          each.find("sustainable_targets", Tree::raw));
    }
    out.table(targets, "No plan makes jobs for targets.");
    out.heading("Workers by queue");
    Table queues = new Table("QUEUE", ">WAITING", ">IN/S", ">OUT/S", ">RUN", ">WORKERS", ">WANTED");
    for (Tree each : scaling.at("queues").items()) {
      queues.row(
          each.at("queue").text(),
          TopView.depth(each),
          TopView.rate(each.at("arrival_rate")),
          TopView.rate(each.at("service_rate")),
          each.find("average_run_seconds", run -> run.raw() + " s"),
          each.at("workers").raw(),
          each.at("wanted_workers").raw());
    }
    out.table(queues, "No queue has anything to do.");
  }

  private static Cell verdict(@Nullable Tree keepsUp) {
    if (keepsUp == null) {
      return Cell.of("not known yet");
    }
    return keepsUp.isTrue() ? new Cell("yes", Style.GREEN) : new Cell("never", Style.RED);
  }
}
