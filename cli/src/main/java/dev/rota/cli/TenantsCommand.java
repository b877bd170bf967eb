package dev.rota.cli;

import dev.rota.InvalidInput;
import dev.rota.RotaException;
import dev.rota.remote.Members;
import dev.rota.remote.Tree;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A TenantsCommand tells weights and quotas of tenants, and changes them. */
@Command(
    name = "tenants",
    description =
        "Lists tenants with a weight of their own, and their quotas; others weigh 1 and have none.",
    mixinStandardHelpOptions = true)
final class TenantsCommand implements Callable<Integer> {
  private static final String PATH = "tenants";
  private static final String QUOTA = "quota";

  @Mixin private final Client client = new Client();

  TenantsCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    return client.run((api, out) -> {
      out.answer(
          api.get(Route.to(PATH)),
          answer -> table(api, answer),
          "No tenant has a weight of its own.");
      return Exit.OK;
    });
  }

  private static Table table(Api api, Tree answer) {
    Table table = new Table("TENANT", ">WEIGHT", "QUOTA", ">USED");
    for (Tree tenant : answer.at("tenants").items()) {
      String name = tenant.at("name").text();
      Tree quota = found(api, Route.to(PATH, name, QUOTA));
      table.row(
          name,
          tenant.at("weight").raw(),
          quota == null ? "" : quota(quota),
          quota == null ? "" : quota.at("used").raw());
    }
    return table;
  }

  private static String quota(Tree quota) {
    return quota.at("jobs").raw() + " jobs in " + Ages.seconds(quota.at("period_seconds"));
  }

  @Command(
      name = "show",
      description = "Shows the weight and the quota of a tenant.",
      mixinStandardHelpOptions = true)
  int show(
      @Mixin Client asked,
      @Parameters(paramLabel = "NAME", description = "The tenant.") String name)
      throws InterruptedException {
    return asked.run((api, out) -> print(api, out, name));
  }

  @Command(
      name = "set",
      description = "Gives a tenant a weight, or a quota of jobs that may start in a period.",
      mixinStandardHelpOptions = true)
  int set(
      @Mixin Client asked,
      @Parameters(paramLabel = "NAME", description = "The tenant.") String name,
      @Option(names = "--weight", paramLabel = "N", description = "1 to 1000.")
          @Nullable Integer weight,
      @Option(names = "--jobs", paramLabel = "N", description = "At most so many starts …")
          @Nullable Integer jobs,
      @Option(names = "--period", paramLabel = "SECONDS", description = "… in so many seconds.")
          @Nullable Double period)
      throws InterruptedException {
    if (weight == null && jobs == null && period == null) {
      throw new InvalidInput("weight", "", "must be given, or --jobs with --period");
    }
    return asked.run((api, out) -> {
      if (weight != null) {
        api.put(Route.to(PATH, name), new Members().put("weight", weight).toString());
      }
      if (jobs != null || period != null) {
        api.put(
            Route.to(PATH, name, QUOTA),
            new Members().put("jobs", jobs).put("period_seconds", period).toString());
      }
      return print(api, out, name);
    });
  }

  @Command(
      name = "clear",
      description = "Takes the weight and the quota of a tenant away, or one of them.",
      mixinStandardHelpOptions = true)
  int clear(
      @Mixin Client asked,
      @Parameters(paramLabel = "NAME", description = "The tenant.") String name,
      @Option(names = "--weight", description = "Only its weight.") boolean onlyWeight,
      @Option(names = "--quota", description = "Only its quota.") boolean onlyQuota)
      throws InterruptedException {
    return asked.run((api, out) -> {
      boolean had = false;
      if (!onlyQuota) {
        had |= gone(api, Route.to(PATH, name));
      }
      if (!onlyWeight) {
        had |= gone(api, Route.to(PATH, name, QUOTA));
      }
      if (!had) {
        throw new RotaException("not-found", "tenant " + name + " has nothing of its own");
      }
      return print(api, out, name);
    });
  }

  private static int print(Api api, Output out, String name) {
    Tree weight = found(api, Route.to(PATH, name));
    Tree quota = found(api, Route.to(PATH, name, QUOTA));
    if (out.isJson()) {
      out.line(
          new Members()
              .put("name", name)
              .raw("weight", weight == null ? "1" : weight.at("weight").raw())
              .raw(QUOTA, quota == null ? "null" : quota.raw())
              .toString());
    } else {
      out.field("tenant", name);
      out.field("weight", weight == null ? "1" : weight.at("weight").raw());
      out.field(QUOTA, quota == null ? "none" : quota(quota));
      out.field("used", quota == null ? null : quota.at("used").raw());
    }
    return Exit.OK;
  }

  private static @Nullable Tree found(Api api, Route route) {
    return orNull(() -> api.get(route));
  }

  private static boolean gone(Api api, Route route) {
    return orNull(() -> api.delete(route)) != null;
  }

  /** What an answer is, or null if there is no such thing. */
  private static @Nullable Tree orNull(Supplier<Tree> ask) {
    try {
      return ask.get();
    } catch (RotaException e) {
      if (Exit.of(e) == Exit.NOT_FOUND) {
        return null;
      }
      throw e;
    }
  }
}
