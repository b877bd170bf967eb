package dev.rota.server.http;

import dev.rota.RotaException;
import dev.rota.engine.tokens.Role;
import io.helidon.webserver.http.ServerRequest;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A Principal is who asks, and what they may do.
 *
 * @param role null if they may do nothing, or if they have not said who they are
 * @param queues to which a producer or worker is limited; all if there are none
 * @param proven whether they have proven who they are; if nobody has to, everybody may do anything
 */
public record Principal(String name, @Nullable Role role, Set<String> queues, boolean proven) {
  /** Whoever comes to a server that asks nobody. */
  public static final Principal ANYBODY = new Principal("api", Role.ADMIN, Set.of(), false);

  /** Whoever comes without a proof to a server that asks for one. */
  public static final Principal STRANGER = new Principal("stranger", null, Set.of(), false);

  public static Principal of(ServerRequest request) {
    return request.context().get(Principal.class).orElse(ANYBODY);
  }

  /** Remembers who asks, for as long as the request lasts. */
  public void enter(ServerRequest request) {
    request.context().register(this);
  }

  public boolean isStranger() {
    return !proven && role == null;
  }

  public boolean isLimited() {
    return !queues.isEmpty();
  }

  public boolean mayUse(String queue) {
    return queues.isEmpty() || queues.contains(queue);
  }

  /**
   * @throws RotaException if they are limited to other queues
   */
  public void needQueue(String queue) {
    if (!mayUse(queue)) {
      throw new RotaException(
          "forbidden",
          "%s is limited to the queues %s, and that is about the queue %s"
              .formatted(name, String.join(", ", queues.stream().sorted().toList()), queue));
    }
  }

  /**
   * The queue that a list is about: the one that is asked for, else the only one they may use.
   *
   * @throws RotaException if that is none of theirs, or any of several
   */
  public @Nullable String listed(@Nullable String asked) {
    if (asked != null) {
      needQueue(asked);
      return asked;
    }
    if (queues.size() > 1) {
      throw new RotaException(
          "forbidden",
          "%s is limited to the queues %s: say which with the parameter queue"
              .formatted(name, String.join(", ", queues.stream().sorted().toList())));
    }
    return queues.stream().findFirst().orElse(null);
  }

  /** The name of the token or JWT, if there was one. */
  public @Nullable String token() {
    return proven ? name : null;
  }
}
