package dev.rota.server.access;

import dev.rota.engine.tokens.Role;
import org.jspecify.annotations.Nullable;

/**
 * A Permission is what a path asks of those who call it.
 *
 * @param role the least role; null if the path is for everybody
 * @param queue for those that are limited to queues: the queue they need, {@link #ANY} if the path
 *     itself looks which it is about, null if it is not for them
 * @param byAnyName whether the server may be called by any name for it
 */
record Permission(@Nullable Role role, @Nullable String queue, boolean byAnyName) {
  static final String ANY = "*";

  /** For those who look after the process: they know no secrets and call it by any name. */
  static final Permission PROBE = new Permission(null, null, true);

  static final Permission EVERYBODY = of(null, null);

  static Permission of(@Nullable Role role, @Nullable String queue) {
    return new Permission(role, queue, false);
  }

  boolean isForEverybody() {
    return role == null;
  }

  /** The word of the role, as documents tell it. */
  String word() {
    return role == null ? "everybody" : role.word();
  }
}
