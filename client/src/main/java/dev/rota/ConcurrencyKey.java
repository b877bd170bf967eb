package dev.rota;

/**
 * A ConcurrencyKey is a name of which at most {@code limit} jobs of one queue run at the same time.
 */
public record ConcurrencyKey(String key, int limit) {
  public ConcurrencyKey {
    Rules.key("concurrency.key", key);
    Rules.range("concurrency.limit", limit, 1, 10_000);
  }

  /** At most one at a time. */
  public static ConcurrencyKey one(String key) {
    return new ConcurrencyKey(key, 1);
  }
}
