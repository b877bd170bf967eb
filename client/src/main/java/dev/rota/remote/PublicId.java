package dev.rota.remote;

import java.util.UUID;
import java.util.stream.IntStream;

/** A PublicId is a number of Rota as its API shows it: a UUID with a tag for what it names. */
public final class PublicId {
  private static final long PREFIX = 0x726f7461L << 32;
  private static final long VERSION_8 = 0x8000L;
  private static final int JOB = 1;
  private static final int EXECUTION = 2;
  private static final int BATCH = 4;
  private static final int OPERATION = 12;

  private PublicId() {}

  public static String ofJob(long id) {
    return show(JOB, id);
  }

  /** Also of a fence, which is the id of its execution. */
  public static String ofExecution(long id) {
    return show(EXECUTION, id);
  }

  private static String show(long tag, long id) {
    return new UUID(PREFIX | tag << 16 | VERSION_8, Long.MIN_VALUE | id).toString();
  }

  /**
   * The number of a job, a batch or an operation, which is shorter and understood everywhere; other
   * ids as they are.
   */
  public static String shortened(String shown) {
    try {
      long number = read(shown);
      boolean known =
          IntStream.of(JOB, BATCH, OPERATION).anyMatch(tag -> shown.equals(show(tag, number)));
      return known ? Long.toString(number) : shown;
    } catch (IllegalArgumentException e) {
      return shown;
    }
  }

  /** The number: the lower half, without the mark of the variant. */
  static long read(String shown) {
    return UUID.fromString(shown).getLeastSignificantBits() & Long.MAX_VALUE;
  }
}
