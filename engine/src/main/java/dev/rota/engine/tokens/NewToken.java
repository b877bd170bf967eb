package dev.rota.engine.tokens;

import dev.rota.InvalidInput;
import dev.rota.Rules;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A NewToken is what a token shall be.
 *
 * @param name by which the audit trail knows its bearer
 * @param queues to which a producer or worker is limited; all if there are none
 * @param lasts how long it is good; null if until it is revoked
 */
public record NewToken(String name, Role role, Set<String> queues, @Nullable Duration lasts) {
  /** How long a token is good of which it is not said. */
  public static final Duration STANDARD = Duration.ofDays(90);

  public NewToken {
    Rules.name("name", name);
    queues = Set.copyOf(queues);
    queues.forEach(queue -> Rules.name("queues", queue));
    if (!queues.isEmpty() && role != Role.PRODUCER && role != Role.WORKER) {
      throw new InvalidInput(
          "queues", String.join(", ", queues), "are for the roles producer and worker only");
    }
    if (lasts != null) {
      Rules.range("expires", lasts, Duration.ofSeconds(1), Rules.FURTHEST);
    }
  }
}
