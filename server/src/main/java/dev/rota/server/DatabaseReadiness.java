package dev.rota.server;

import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;

/** A DatabaseReadiness is that the database answers. */
public record DatabaseReadiness(DataSource source) implements Readiness {

  private static final int SECONDS = 2;

  @Override
  public Optional<String> obstacle() {
    try (var connection = source.getConnection()) {
      return connection.isValid(SECONDS)
          ? Optional.empty()
          : Optional.of("the database does not answer");
    } catch (SQLException e) {
      return Optional.of("the database is away: " + e.getMessage());
    }
  }
}
