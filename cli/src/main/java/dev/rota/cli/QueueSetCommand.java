package dev.rota.cli;

import dev.rota.InvalidInput;
import dev.rota.RotaException;
import dev.rota.remote.Members;
import dev.rota.remote.Tree;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A QueueSetCommand changes limits of a queue; what is not named stays as it is. */
@Command(
    name = "set",
    description = "Changes limits of a queue; what is not named stays, none takes a limit away.",
    mixinStandardHelpOptions = true)
final class QueueSetCommand implements Callable<Integer> {
  private static final String NONE = "none";

  private static final String LIMITS = "limits";

  private final Map<String, String> wanted = new LinkedHashMap<>();
  private final Map<String, String> limits = new LinkedHashMap<>();

  @Mixin private final Client client = new Client();

  @Parameters(index = "0", paramLabel = "NAME", description = "The queue.")
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private String name;

  QueueSetCommand() {}

  @Option(
      names = "--node-limit",
      paramLabel = "N",
      description = "At most so many at once on a node.")
  void nodeLimit(String value) {
    wanted.put("node_limit", value);
  }

  @Option(
      names = "--cluster-limit",
      paramLabel = "N",
      description = "At most so many at once in all.")
  void clusterLimit(String value) {
    wanted.put("cluster_limit", value);
  }

  @Option(names = "--rate", paramLabel = "N", description = "At most so many starts in a period.")
  void rate(String value) {
    wanted.put("rate", value);
  }

  @Option(names = "--rate-period", paramLabel = "SECONDS", description = "How long a period is.")
  void ratePeriod(String value) {
    wanted.put("rate_period_seconds", value);
  }

  @Option(names = "--max-retries", paramLabel = "N", description = "Of jobs that do not say.")
  void maxRetries(String value) {
    wanted.put("max_retries", value);
  }

  @Option(names = "--timeout", paramLabel = "SECONDS", description = "Of jobs that do not say.")
  void timeout(String value) {
    wanted.put("timeout_seconds", value);
  }

  @Option(
      names = "--cpu",
      paramLabel = "SECONDS",
      description = "CPU time of a run, of jobs that do not say.")
  void cpu(String value) {
    limits.put("cpu_seconds", value);
  }

  @Option(
      names = "--memory",
      paramLabel = "MB",
      description = "Memory of a run, of jobs that do not say.")
  void memory(String value) {
    limits.put("memory_mb", value);
  }

  @Option(
      names = "--recovery-boost",
      paramLabel = "N",
      description = "By how much recovered jobs come before others.")
  void recoveryBoost(String value) {
    wanted.put("recovery_boost", value);
  }

  @Override
  public Integer call() throws InterruptedException {
    return client.run((api, out) -> {
      Tree queue = api.put(Route.to("queues", name), body(api));
      if (out.isJson()) {
        out.json(queue);
      } else {
        Tree list = Tree.read("{\"queues\":[" + queue.raw() + "]}");
        out.table(QueuesCommand.table(list, null), "");
      }
      return Exit.OK;
    });
  }

  private String body(Api api) {
    Tree now = now(api);
    Tree ofRuns = now.find(LIMITS);
    wanted.put(LIMITS, NONE);
    return changed(now, wanted)
        .raw(LIMITS, changed(ofRuns == null ? Tree.read("{}") : ofRuns, limits).toString())
        .toString();
  }

  /** What there is but for what is wanted otherwise. */
  private static Members changed(Tree now, Map<String, String> wanted) {
    Members changed = new Members();
    for (String limit : now.names()) {
      Tree value = now.find(limit);
      if (value != null && !wanted.containsKey(limit)) {
        changed.raw(limit, value.raw());
      }
    }
    wanted.forEach((limit, value) -> {
      if (!value.equals(NONE)) {
        changed.raw(limit, number(limit, value));
      }
    });
    return changed;
  }

  private Tree now(Api api) {
    try {
      return api.get(Route.to("queues", name)).at("settings");
    } catch (RotaException e) {
      if (Exit.of(e) == Exit.NOT_FOUND) {
        return Tree.read("{}");
      }
      throw e;
    }
  }

  private static String number(String limit, String value) {
    if (!value.matches("\\d{1,9}(\\.\\d{1,9})?")) {
      throw new InvalidInput(limit, value, "must be a number or none");
    }
    return value;
  }
}
