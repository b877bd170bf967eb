package dev.rota.cli;

import dev.rota.remote.Members;
import dev.rota.remote.Tree;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A WebhooksCommand lists whom Rota tells of what happened, and keeps it. */
@Command(
    name = "webhooks",
    description =
        "Lists webhooks, which tell others of what happened, or looks at one and changes it.",
    mixinStandardHelpOptions = true)
final class WebhooksCommand implements Callable<Integer> {
  private static final Things WEBHOOKS = new Things("webhooks", "webhook");

  @Mixin private final Client client = new Client();

  WebhooksCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    return WEBHOOKS.list(client, WebhooksCommand::table);
  }

  private static Table table(Tree answer) {
    Table table = new Table("WEBHOOK", "STATE", "URL", "EVENTS", ">IN A DAY", ">FAILED", "LAST");
    for (Tree one : answer.at("webhooks").items()) {
      table.row(
          one.at("name").text(),
          one.at("active").isTrue() ? Cell.of("active") : Cell.word("paused"),
          one.at("url").text(),
          events(one),
          one.find("deliveries_24h", Tree::raw),
          one.find("failed_24h", Tree::raw),
          last(one));
    }
    return table;
  }

  private static String events(Tree webhook) {
    return String.join(", ", webhook.list("events", Tree::text));
  }

  private static Cell last(Tree webhook) {
    String state = webhook.find("last_state", Tree::text);
    return state == null
        ? Cell.of("")
        : new Cell(state + " " + Ages.of(webhook.find("last_delivery_at")), Style.of(state));
  }

  @Command(
      name = "show",
      description = "Shows a webhook; its secret is never told again.",
      mixinStandardHelpOptions = true)
  int show(
      @Mixin Client asked,
      @Parameters(paramLabel = "NAME", description = "The webhook.") String name)
      throws InterruptedException {
    return WEBHOOKS.show(asked, name);
  }

  @Command(
      name = "put",
      description = "Makes a webhook or changes it; a new one tells its secret once.",
      mixinStandardHelpOptions = true)
  int put(
      @Mixin Client asked,
      @Parameters(index = "0", paramLabel = "NAME", description = "The webhook.") String name,
      @Parameters(index = "1", arity = "0..1", paramLabel = "FILE", description = Things.FILE)
          @Nullable Path file,
      @Option(
              names = "--to",
              paramLabel = "URL",
              description = "https:// or mailto:, for flags instead of a file.")
          @Nullable String to,
      @Option(
              names = "--event",
              paramLabel = "EVENT",
              split = ",",
              description = "As in job.dead; may repeat. Default: all but job.completed")
          @Nullable List<String> events,
      @Option(
              names = "--for-queue",
              paramLabel = "NAME",
              split = ",",
              description = "Only of this queue; may repeat.")
          @Nullable List<String> queues)
      throws InterruptedException {
    String json = file == null ? body(to, events, queues) : Things.read(file);
    return asked.run((api, out) -> Things.print(out, api.put(Route.to("webhooks", name), json)));
  }

  private static String body(
      @Nullable String to, @Nullable List<String> events, @Nullable List<String> queues) {
    Members body = new Members().put("url", to);
    if (events != null) {
      body.texts("events", events);
    }
    if (queues != null) {
      body.raw("filter", new Members().texts("queues", queues).toString());
    }
    return body.toString();
  }

  @Command(
      name = "rotate",
      description = "Gives a webhook a new secret; the old one signs too for a while.",
      mixinStandardHelpOptions = true)
  int rotate(
      @Mixin Client asked,
      @Parameters(paramLabel = "NAME", description = "The webhook.") String name,
      @Option(names = "--overlap", paramLabel = "HOURS", description = "How long. Default: 24")
          @Nullable Integer overlap)
      throws InterruptedException {
    String body = new Members().put("overlap_hours", overlap).toString();
    return asked.run(
        (api, out) -> Things.print(out, api.post(Route.to("webhooks", name, "rotate"), body)));
  }

  @Command(
      name = "test",
      description = "Sends a webhook something to try it.",
      mixinStandardHelpOptions = true)
  int test(
      @Mixin Client asked,
      @Parameters(paramLabel = "NAME", description = "The webhook.") String name)
      throws InterruptedException {
    return WEBHOOKS.tell(asked, name, "test");
  }

  @Command(
      name = "pause",
      description = "Lets a webhook be told of nothing new.",
      mixinStandardHelpOptions = true)
  int pause(
      @Mixin Client asked,
      @Parameters(paramLabel = "NAME", description = "The webhook.") String name)
      throws InterruptedException {
    return WEBHOOKS.tell(asked, name, "pause");
  }

  @Command(
      name = "resume",
      description = "Lets a webhook be told again.",
      mixinStandardHelpOptions = true)
  int resume(
      @Mixin Client asked,
      @Parameters(paramLabel = "NAME", description = "The webhook.") String name)
      throws InterruptedException {
    return WEBHOOKS.tell(asked, name, "resume");
  }

  @Command(name = "delete", description = "Deletes a webhook.", mixinStandardHelpOptions = true)
  int delete(
      @Mixin Client asked,
      @Parameters(paramLabel = "NAME", description = "The webhook.") String name)
      throws InterruptedException {
    return WEBHOOKS.delete(asked, name);
  }

  @Command(
      name = "deliveries",
      description = "Lists what was sent, newest first, and what came of it.",
      mixinStandardHelpOptions = true)
  int deliveries(
      @Mixin Client asked,
      @Parameters(arity = "0..1", paramLabel = "NAME", description = "Only of this webhook.")
          @Nullable String name,
      @Option(
              names = {"--state", "--status"},
              paramLabel = "STATE",
              description = "pending, delivered or failed.")
          @Nullable String state,
      @Option(names = "--limit", paramLabel = "N", description = "How many.")
          @Nullable Integer limit,
      @Option(
              names = "--cursor",
              paramLabel = "CURSOR",
              description = "Go on behind the last list.")
          @Nullable String cursor)
      throws InterruptedException {
    return asked.run((api, out) -> {
      Tree page =
          api.get(
              Route.to("deliveries")
                  .with("webhook", name)
                  .with("state", state)
                  .with("limit", limit)
                  .with("cursor", cursor));
      out.answer(page, WebhooksCommand::deliveries, "Nothing was sent.");
      out.more(page);
      return Exit.OK;
    });
  }

  private static Table deliveries(Tree page) {
    Table table =
        new Table("!DELIVERY", "WEBHOOK", "EVENT", "STATE", ">TRIES", "SINCE", ">HTTP", "ERROR");
    for (Tree one : page.at("deliveries").items()) {
      table.row(
          one.at("id").text(),
          one.at("webhook").text(),
          one.at("event").text(),
          Cell.word(one.at("state").text()),
          one.at("attempts").raw(),
          Ages.of(one.find("created_at")),
          one.find("status", Tree::raw),
          one.find("error", Tree::text));
    }
    return table;
  }

  @Command(
      name = "delivery",
      description = "Shows a delivery with what is sent.",
      mixinStandardHelpOptions = true)
  int delivery(
      @Mixin Client asked, @Parameters(paramLabel = "ID", description = "The delivery.") String id)
      throws InterruptedException {
    return new Things("deliveries", "delivery").show(asked, id);
  }

  @Command(
      name = "repeat",
      description = "Sends a delivery once more.",
      mixinStandardHelpOptions = true)
  int repeat(
      @Mixin Client asked, @Parameters(paramLabel = "ID", description = "The delivery.") String id)
      throws InterruptedException {
    return new Things("deliveries", "delivery").tell(asked, id, "repeat");
  }
}
