package dev.rota.engine.tokens;

import dev.rota.InvalidInput;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A Role is what a caller may do. */
public enum Role {
  /** Looks at everything. */
  VIEWER,
  /** Creates jobs, and looks. */
  PRODUCER,
  /** Claims and reports jobs, and looks. */
  WORKER,
  /** Does everything to jobs, queues, schedules, targets, plans and windows. */
  OPERATOR,
  /** Does everything, also to tokens. */
  ADMIN;

  /** Whether this one may do what that other one may. */
  public boolean covers(Role other) {
    return this == other
        || other == VIEWER
        || this == ADMIN
        || (this == OPERATOR && other != ADMIN);
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Role of(String field, @Nullable String word) {
    for (Role role : values()) {
      if (role.word().equals(word)) {
        return role;
      }
    }
    throw new InvalidInput(
        field,
        String.valueOf(word),
        "must be one of "
            + Arrays.stream(values()).map(Role::word).collect(Collectors.joining(", ")));
  }
}
