package dev.rota.server;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * A DatabaseReadiness is that the database answers soon. However many ask, one question is under
 * way at a time, so that probes do not pile up on a database that is in trouble.
 */
public final class DatabaseReadiness implements Readiness {

  private static final Duration SOON = Duration.ofSeconds(1);

  private final DataSource source;
  private CompletableFuture<Optional<String>> question =
      CompletableFuture.completedFuture(Optional.empty());

  public DatabaseReadiness(DataSource source) {
    this.source = source;
  }

  @Override
  public Optional<String> obstacle() {
    var late = Optional.of("the database has not answered within " + SOON.toMillis() + " ms");
    return ask().copy().completeOnTimeout(late, SOON.toMillis(), TimeUnit.MILLISECONDS).join();
  }

  private synchronized CompletableFuture<Optional<String>> ask() {
    if (question.isDone()) {
      question = CompletableFuture.supplyAsync(this::answer, Thread::startVirtualThread);
    }
    return question;
  }

  private Optional<String> answer() {
    try (var connection = source.getConnection()) {
      return connection.isValid(5) ? Optional.empty() : Optional.of("the database does not answer");
    } catch (SQLException e) {
      return Optional.of("the database is away: " + e.getMessage());
    }
  }
}
