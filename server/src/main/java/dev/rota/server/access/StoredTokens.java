package dev.rota.server.access;

import static java.lang.System.Logger.Level.WARNING;

import dev.rota.RotaException;
import dev.rota.engine.tokens.LiveToken;
import dev.rota.engine.tokens.Secret;
import dev.rota.engine.tokens.Tokens;
import dev.rota.server.http.Principal;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * StoredTokens are the tokens of the database as this node last saw them. All that are good are
 * read at once, every two seconds while requests come: what was revoked ends that soon, and neither
 * many requests nor many wrong tokens are many queries. While the database is away, those that were
 * good stay so: nothing can be done with them then.
 */
final class StoredTokens {
  private static final System.Logger LOG = System.getLogger(StoredTokens.class.getName());
  private static final Duration FRESH = Duration.ofSeconds(2);

  /** A token that nobody knows may be new. */
  private static final Duration FRESH_ENOUGH_TO_REFUSE = Duration.ofMillis(200);

  private final Tokens tokens;
  private final LongSupplier nanos;
  private final ReentrantLock reading = new ReentrantLock();
  private volatile @Nullable Seen seen;

  StoredTokens(Tokens tokens, LongSupplier nanos) {
    this.tokens = tokens;
    this.nanos = nanos;
  }

  /**
   * What there was at a time.
   *
   * @param triedAt when it was last tried to look again
   */
  private record Seen(Map<String, LiveToken> byHash, long at, long triedAt) {}

  Optional<Principal> find(String text) {
    String hash = new Secret(text).hash();
    Seen now = fresh(FRESH, false);
    if (!now.byHash().containsKey(hash)) {
      now = fresh(FRESH_ENOUGH_TO_REFUSE, true);
    }
    LiveToken token = now.byHash().get(hash);
    return token == null || isOver(token, now)
        ? Optional.empty()
        : Optional.of(new Principal(token.name(), token.role(), token.queues(), true));
  }

  private boolean isOver(LiveToken token, Seen now) {
    Duration left = token.left();
    return left != null && nanos.getAsLong() - now.at() >= left.toNanos();
  }

  /** What there is, not older than that; one looks, and others wait for it only if they must. */
  private Seen fresh(Duration age, boolean waits) {
    Seen last = seen;
    if (last != null && isWithin(last.triedAt(), age)) {
      return last;
    }
    if (last != null && !waits && reading.isLocked()) {
      return last;
    }
    reading.lock();
    try {
      Seen meanwhile = seen;
      return meanwhile != null && isWithin(meanwhile.triedAt(), age) ? meanwhile : read(meanwhile);
    } finally {
      reading.unlock();
    }
  }

  private boolean isWithin(long then, Duration age) {
    return nanos.getAsLong() - then < age.toNanos();
  }

  private Seen read(@Nullable Seen last) {
    long before = nanos.getAsLong();
    try {
      Map<String, LiveToken> byHash = new HashMap<>();
      tokens.live().forEach(token -> byHash.put(token.hash(), token));
      return keep(new Seen(Map.copyOf(byHash), before, before));
    } catch (RotaException e) {
      if (last == null) {
        throw Refusal.away("Tokens cannot be looked up: " + e.getMessage());
      }
      LOG.log(
          WARNING, "Tokens cannot be looked up, those known stay good: cause={0}", e.getMessage());
      return keep(new Seen(last.byHash(), last.at(), nanos.getAsLong()));
    }
  }

  private Seen keep(Seen now) {
    seen = now;
    return now;
  }
}
