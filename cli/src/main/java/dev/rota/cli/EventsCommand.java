package dev.rota.cli;

import dev.rota.remote.Tree;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** An EventsCommand tells what happened and who did it, and goes on telling if it is told to. */
@Command(
    name = "events",
    description = "Tells what happened and who did it, the newest last.",
    mixinStandardHelpOptions = true)
final class EventsCommand implements Callable<Integer> {
  private static final String DATA = "data:";

  @Mixin private final Client client = new Client();

  @Option(names = "--type", paramLabel = "TYPE", description = "Such as job.failed.")
  private @Nullable String type;

  @Option(names = "--subject", paramLabel = "SUBJECT", description = "What it is about.")
  private @Nullable String subject;

  @Option(names = "--actor", paramLabel = "NAME", description = "Who did it.")
  private @Nullable String actor;

  @Option(names = "--since", paramLabel = "TIME", description = "As in 2026-01-31T08:00:00Z.")
  private @Nullable String since;

  @Option(names = "--limit", paramLabel = "N", defaultValue = "20", description = "Default: 20")
  private int limit;

  @Option(
      names = {"-f", "--follow"},
      description = "Go on with what happens from now on, until Ctrl-C.")
  private boolean follow;

  EventsCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    return client.run((api, out) -> {
      Tree page =
          api.get(
              Route.to("events")
                  .with("type", type)
                  .with("subject", subject)
                  .with("actor", actor)
                  .with("since", since)
                  .with("limit", limit));
      List<Tree> events = page.at("events").items();
      events.reversed().forEach(event -> print(out, event));
      if (events.isEmpty() && !follow && !out.isJson()) {
        out.line("Nothing like that has happened.");
      }
      out.flush();
      if (follow) {
        String known = events.isEmpty() ? null : events.getFirst().at("id").raw();
        api.follow(Route.to("events", "stream"), known, line -> tell(out, line));
      }
      return Exit.OK;
    });
  }

  private void tell(Output out, String line) {
    if (line.startsWith(DATA)) {
      Tree event = Tree.read(line.substring(DATA.length()));
      if (event.find("type") != null && isMeant(event)) {
        print(out, event);
        out.flush();
      }
    }
  }

  private boolean isMeant(Tree event) {
    return isMeant(type, event, "type")
        && isMeant(subject, event, "subject")
        && isMeant(actor, event, "actor");
  }

  private static boolean isMeant(@Nullable String wanted, Tree event, String member) {
    return wanted == null || wanted.equals(event.at(member).text());
  }

  private static void print(Output out, Tree event) {
    if (out.isJson()) {
      out.json(event);
      return;
    }
    String details = event.at("details").raw();
    out.line(
        "%s  %s  %s  by %s%s"
            .formatted(
                out.painted(Style.DIM, event.at("at").text()),
                out.painted(Style.BOLD, event.at("type").text()),
                Text.line(event.at("subject").text()),
                Text.line(event.at("actor").text()),
                details.equals("{}") ? "" : "  " + Text.line(details)));
  }
}
