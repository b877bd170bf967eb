package dev.rota.server;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A PromptReadiness answers within a second, however long the one behind it takes. However many
 * ask, one question is under way at a time, so that probes do not pile up on a database that is in
 * trouble.
 */
public final class PromptReadiness implements Readiness {

  private static final Duration SOON = Duration.ofSeconds(1);

  private final Readiness slow;
  private final String late;
  private CompletableFuture<Optional<String>> question =
      CompletableFuture.completedFuture(Optional.empty());

  /** Tells {@code late} as the obstacle when the answer takes longer. */
  public PromptReadiness(Readiness slow, String late) {
    this.slow = slow;
    this.late = late;
  }

  @Override
  public Optional<String> obstacle() {
    return ask()
        .copy()
        .completeOnTimeout(Optional.of(late), SOON.toMillis(), TimeUnit.MILLISECONDS)
        .join();
  }

  private synchronized CompletableFuture<Optional<String>> ask() {
    if (question.isDone()) {
      question = CompletableFuture.supplyAsync(slow::obstacle, Thread::startVirtualThread);
    }
    return question;
  }
}
