package dev.rota.benchmarks;

import java.io.PrintStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/** Benchmarks runs the workloads and prints a table of their numbers, next to their bars. */
public final class Benchmarks {
  static final List<Workload> ALL =
      List.of(
          new Drain(),
          new Enqueue(),
          new Pinned(),
          new ClaimLatency(),
          new Latency(),
          new ScheduleTicks(),
          new Http(),
          new Pages(),
          new BulkOperations(),
          new Archiving(),
          new Fairness(),
          new Dependencies(),
          new Notifications(),
          new Features());

  private Benchmarks() {}

  /** Runs what the command line says; see {@link Options#USAGE}. */
  public static void main(String[] args) throws Exception {
    System.exit(run(args, System.out, System.err));
  }

  private static int run(String[] args, PrintStream out, PrintStream err) throws Exception {
    if (List.of(args).contains("--help")) {
      out.print(Options.USAGE);
      return 0;
    }
    try {
      run(Options.parse(args), out, err);
      return 0;
    } catch (Options.Unknown e) {
      err.println(e.getMessage());
      err.print(Options.USAGE);
      return 2;
    }
  }

  /** Runs the chosen workloads one after the other and prints their table. */
  static Table run(Options options, PrintStream out, PrintStream err) throws Exception {
    Progress progress = new Progress(err);
    progress.say("starting");
    try (Server server =
        options.url().isPresent() ? Server.at(options.url().get()) : Server.embedded()) {
      List<Row> rows = new ArrayList<>();
      for (Workload workload : ALL) {
        if (options.wants(workload)) {
          server.settle();
          rows.addAll(
              workload.run(
                  new Workload.Setting(server, options.scale(), progress, options.recording())));
        }
      }
      Table table = new Table(machine(server), rows);
      out.print(table.text());
      if (options.json().isPresent()) {
        Files.writeString(options.json().get(), table.json());
      }
      return table;
    }
  }

  private static String machine(Server server) throws Exception {
    return "%s; Java %s; %d processors"
        .formatted(
            server.version(),
            Runtime.version().feature(),
            Runtime.getRuntime().availableProcessors());
  }
}
