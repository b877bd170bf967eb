package dev.rota.engine.sql;

import dev.rota.Limits;
import dev.rota.RetryPolicy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * A RowStream is rows on their way into a table by COPY, in its binary form, which the server need
 * not parse. It reads the first of them while the last are written. Columns are written in the
 * order in which the statement names them.
 */
public final class RowStream implements AutoCloseable {
  private static final byte[] SIGNATURE = {
    'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xFF, '\r', '\n', 0
  };
  private static final int BLOCK = 32_768;
  private static final int NULL = -1;
  private static final int INTERVAL_BYTES = 16;

  private static final byte JSONB_VERSION = 1;

  // What PostgreSQL calls types by, for all time.
  private static final int INT4_OID = 23;
  private static final int TEXT_OID = 25;
  private static final int FLOAT8_OID = 701;
  private static final int INTERVAL_OID = 1186;

  private final CopyIn copy;
  private ByteBuffer bytes = ByteBuffer.allocate(2 * BLOCK);

  public RowStream(Connection connection, Sql statement) throws SQLException {
    this.copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(statement.jdbc());
    room(SIGNATURE.length + 8).put(SIGNATURE).putInt(0).putInt(0);
  }

  /** Begins a row of so many columns. */
  public RowStream row(int columns) throws SQLException {
    if (bytes.position() >= BLOCK) {
      send();
    }
    room(2).putShort((short) columns);
    return this;
  }

  public RowStream int2(int value) {
    room(6).putInt(2).putShort((short) value);
    return this;
  }

  public RowStream int4(@Nullable Integer value) {
    if (value == null) {
      return none();
    }
    room(8).putInt(4).putInt(value);
    return this;
  }

  public RowStream int8(long value) {
    room(12).putInt(8).putLong(value);
    return this;
  }

  public RowStream int8(@Nullable Long value) {
    return value == null ? none() : int8(value.longValue());
  }

  public RowStream interval(@Nullable Duration value) {
    if (value == null) {
      return none();
    }
    // Days and months are counted apart, and here there are none.
    room(4 + INTERVAL_BYTES).putInt(INTERVAL_BYTES).putLong(micros(value)).putInt(0).putInt(0);
    return this;
  }

  /** Text, or JSON, which is text to PostgreSQL. */
  public RowStream text(@Nullable String value) {
    if (value == null) {
      return none();
    }
    byte[] text = value.getBytes(StandardCharsets.UTF_8);
    room(4 + text.length).putInt(text.length).put(text);
    return this;
  }

  public RowStream jsonb(@Nullable String value) {
    if (value == null) {
      return none();
    }
    byte[] text = value.getBytes(StandardCharsets.UTF_8);
    room(5 + text.length).putInt(1 + text.length).put(JSONB_VERSION).put(text);
    return this;
  }

  /** An array of texts; null for none. */
  public RowStream texts(List<String> values) {
    if (values.isEmpty()) {
      return none();
    }
    int start = begin();
    // One dimension, no nulls, counted from one.
    room(20).putInt(1).putInt(0).putInt(TEXT_OID).putInt(values.size()).putInt(1);
    values.forEach(this::text);
    return end(start);
  }

  /** A value of the type rota.retry_policy. */
  public RowStream retry(@Nullable RetryPolicy policy) {
    if (policy == null) {
      return none();
    }
    int start = begin();
    room(4).putInt(4);
    type(INTERVAL_OID).interval(policy.base());
    type(FLOAT8_OID).float8(policy.factor());
    type(INTERVAL_OID).interval(policy.cap());
    type(FLOAT8_OID).float8(policy.jitter());
    return end(start);
  }

  /** A value of the type rota.limits; null for none. */
  public RowStream limits(Limits limits) {
    if (limits.isNone()) {
      return none();
    }
    int start = begin();
    room(4).putInt(2);
    type(INTERVAL_OID).interval(limits.cpu());
    type(INT4_OID).int4(limits.memoryMb());
    return end(start);
  }

  /** Tells the server that these were all. */
  public void end() throws SQLException {
    room(2).putShort((short) -1);
    send();
    copy.endCopy();
  }

  /** One that was not ended must not keep its connection. */
  @Override
  public void close() throws SQLException {
    if (copy.isActive()) {
      copy.cancelCopy();
    }
  }

  private static long micros(Duration value) {
    return value.getSeconds() * 1_000_000 + value.getNano() / 1_000;
  }

  private RowStream float8(double value) {
    room(12).putInt(8).putDouble(value);
    return this;
  }

  /** Fields of a row type are preceded by their own. */
  private RowStream type(int oid) {
    room(4).putInt(oid);
    return this;
  }

  private RowStream none() {
    room(4).putInt(NULL);
    return this;
  }

  /** Leaves room for the length of a value that is not known yet. */
  private int begin() {
    int start = bytes.position();
    room(4).putInt(0);
    return start;
  }

  private RowStream end(int start) {
    bytes.putInt(start, bytes.position() - start - 4);
    return this;
  }

  private ByteBuffer room(int more) {
    if (bytes.remaining() < more) {
      ByteBuffer larger = ByteBuffer.allocate(2 * (bytes.position() + more));
      bytes = larger.put(bytes.flip());
    }
    return bytes;
  }

  private void send() throws SQLException {
    copy.writeToCopy(bytes.array(), 0, bytes.position());
    bytes.clear();
  }
}
