package dev.rota.server.http;

import dev.rota.InvalidInput;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Ids are numbers inside and UUIDs outside: the number, and a tag for what it names. Where one is
 * asked for, the plain number is understood too.
 */
public enum Ids {
  JOB(1),
  EXECUTION(2),
  SCHEDULE(3),
  BATCH(4),
  PAGE(11),
  OPERATION(12),
  DELIVERY(13);

  private static final long PREFIX = 0x726f7461L << 32;
  private static final long VERSION_8 = 0x8000L;
  private static final long VARIANT = Long.MIN_VALUE;
  private static final long MOST = (1L << 53) - 1;

  private final int tag;

  Ids(int tag) {
    this.tag = tag;
  }

  public String show(long id) {
    return new UUID(PREFIX | (long) tag << 16 | VERSION_8, VARIANT | id).toString();
  }

  public @Nullable String showOrNull(@Nullable Long id) {
    return id == null ? null : show(id);
  }

  /** Whether a text is a UUID that names one of these. */
  public boolean isNamedBy(String text) {
    Long id = text.length() == 36 ? ofUuid(text) : null;
    return id != null && id >= 0;
  }

  public long read(String field, String text) {
    Long id = text.length() == 36 ? ofUuid(text) : ofNumber(text);
    if (id == null || id < 0 || id > MOST) {
      throw new InvalidInput(
          field, text, "must be the id of " + name().toLowerCase(java.util.Locale.ROOT));
    }
    return id;
  }

  /** The number in the UUID form of an id; none if the text is something else. */
  public Optional<Long> find(String text) {
    Long id = text.length() == 36 ? ofUuid(text) : null;
    return Optional.ofNullable(id == null || id < 0 ? null : id);
  }

  private @Nullable Long ofUuid(String text) {
    try {
      UUID uuid = UUID.fromString(text);
      boolean ours = uuid.getMostSignificantBits() == (PREFIX | (long) tag << 16 | VERSION_8);
      return ours ? uuid.getLeastSignificantBits() & ~VARIANT : -1L;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static @Nullable Long ofNumber(String text) {
    try {
      return Long.valueOf(text);
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
