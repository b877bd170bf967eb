package dev.rota.engine;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;

/**
 * A StandbyOverride makes the pool drop a connection whose server has become a standby: it answers,
 * but it refuses to write, and the next connection finds the new primary.
 */
public final class StandbyOverride implements SQLExceptionOverride {
  private static final String READ_ONLY = "25006";

  @java.lang.Override
  public Override adjudicate(SQLException e) {
    return READ_ONLY.equals(e.getSQLState()) ? Override.MUST_EVICT : Override.CONTINUE_EVICT;
  }
}
