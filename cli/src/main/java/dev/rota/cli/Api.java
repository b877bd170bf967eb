package dev.rota.cli;

import dev.rota.remote.RotaClient;
import dev.rota.remote.Tree;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An Api is what commands ask: the API of a server, or of a database that this process serves to
 * itself. They cannot tell which.
 */
final class Api implements AutoCloseable {
  private static final String ACTOR = "cli";

  private final RotaClient client;
  private final Runnable end;

  /**
   * @param end what there is to do when nothing more is asked
   */
  Api(RotaClient client, Runnable end) {
    this.client = client;
    this.end = end;
  }

  Tree get(Route route) {
    return client.ask("GET", route.toString(), null, ACTOR);
  }

  Tree post(Route route, @Nullable String json) {
    return client.ask("POST", route.toString(), json, ACTOR);
  }

  Tree put(Route route, String json) {
    return client.ask("PUT", route.toString(), json, ACTOR);
  }

  Tree delete(Route route) {
    return client.ask("DELETE", route.toString(), null, ACTOR);
  }

  /** Hands on the lines of a stream until it ends, from behind an event that is known. */
  void follow(Route route, @Nullable String lastEventId, Consumer<String> line) {
    client.follow(route.toString(), lastEventId, line);
  }

  @Override
  public void close() {
    end.run();
  }
}
