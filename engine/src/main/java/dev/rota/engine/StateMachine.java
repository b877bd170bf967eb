package dev.rota.engine;

import static dev.rota.JobState.CANCELLED;
import static dev.rota.JobState.COMPLETED;
import static dev.rota.JobState.FAILED;
import static dev.rota.JobState.PAUSED;
import static dev.rota.JobState.PENDING;
import static dev.rota.JobState.RUNNING;
import static dev.rota.JobState.SCHEDULED;

import dev.rota.JobState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The StateMachine is every move that a job can make, and from which state to which: the statements
 * make these transitions and no others. A move may leave a job in the state it was in.
 */
final class StateMachine {
  private StateMachine() {}

  /**
   * A Transition is one step from state to state.
   *
   * @param from null for a job that did not exist before
   */
  record Transition(@Nullable JobState from, JobState to) {
    @Override
    public String toString() {
      return (from == null ? "new" : from.word()) + " -> " + to.word();
    }
  }

  /** A Move is something that happens to a job, by the statements that make it happen. */
  enum Move {
    ENQUEUE(
        "is stored",
        List.of("enqueue", "enqueue_bare", "enqueue_started", "copy_ready"),
        made(PENDING),
        made(SCHEDULED),
        made(RUNNING)),
    POSTPONE(
        "is put off by a duplicate of it",
        List.of("extend_delay"),
        of(PENDING, PENDING),
        of(PENDING, SCHEDULED),
        of(SCHEDULED, SCHEDULED)),
    PROMOTE("has become due", List.of("promote"), of(SCHEDULED, PENDING)),
    CLAIM("is taken by a worker", List.of("take", "take_place", "start"), of(PENDING, RUNNING)),
    PARK("waits for its concurrency key", List.of("park"), of(PENDING, PENDING)),
    HAND_ON(
        "is handed its concurrency key, or has not used it",
        List.of("hand_on", "unhold_unclaimed"),
        of(PENDING, PENDING)),
    HOLD(
        "is put off by a window, or let go because windows changed",
        List.of("put_off", "let_go"),
        of(PENDING, SCHEDULED),
        of(SCHEDULED, SCHEDULED)),
    COMPLETE("did its work", List.of("complete"), of(RUNNING, COMPLETED)),
    FAIL(
        "failed, and is tried again or not",
        List.of("fail"),
        of(RUNNING, SCHEDULED),
        of(RUNNING, PENDING),
        of(RUNNING, FAILED),
        of(RUNNING, CANCELLED)),
    STOP(
        "stopped because it was cancelled", List.of("cancel_running_done"), of(RUNNING, CANCELLED)),
    RELEASE(
        "is given back before it began",
        List.of("release"),
        of(RUNNING, PENDING),
        of(RUNNING, CANCELLED)),
    RECOVER(
        "lost its worker, or was taken from it by hand",
        List.of("recover"),
        of(RUNNING, PENDING),
        of(RUNNING, FAILED),
        of(RUNNING, CANCELLED),
        of(RUNNING, PAUSED)),
    RESOLVE(
        "has parents that have ended",
        List.of("resolve"),
        of(PENDING, PENDING),
        of(PENDING, SCHEDULED),
        of(PENDING, CANCELLED),
        of(PENDING, FAILED),
        of(PAUSED, CANCELLED),
        of(PAUSED, FAILED)),
    CANCEL(
        "is cancelled by hand, or asked to stop",
        List.of("cancel_waiting", "cancel_running"),
        of(PENDING, CANCELLED),
        of(SCHEDULED, CANCELLED),
        of(PAUSED, CANCELLED),
        of(RUNNING, RUNNING)),
    PAUSE("is held by hand", List.of("pause"), of(PENDING, PAUSED), of(SCHEDULED, PAUSED)),
    RESUME("is let go on by hand", List.of("resume"), of(PAUSED, PENDING), of(PAUSED, SCHEDULED)),
    RETRY(
        "is run again by hand, or waits again for one that is",
        List.of("retry", "revive"),
        of(FAILED, PENDING),
        of(CANCELLED, PENDING)),
    PRIORITIZE(
        "is given another priority by hand",
        List.of("prioritize"),
        of(PENDING, PENDING),
        of(SCHEDULED, SCHEDULED),
        of(RUNNING, RUNNING),
        of(PAUSED, PAUSED)),
    MOVE(
        "is moved to another queue by hand",
        List.of("move"),
        of(PENDING, PENDING),
        of(SCHEDULED, SCHEDULED),
        of(PAUSED, PAUSED)),
    BRING_BACK(
        "is brought back because its cancellation was undone",
        List.of("bring_back"),
        of(CANCELLED, PENDING),
        of(CANCELLED, SCHEDULED),
        of(CANCELLED, PAUSED));

    private final String meaning;

    @SuppressWarnings("ImmutableEnumChecker") // List.of
    private final List<String> statements;

    @SuppressWarnings("ImmutableEnumChecker") // List.of
    private final List<Transition> transitions;

    Move(String meaning, List<String> statements, Transition... transitions) {
      this.meaning = meaning;
      this.statements = statements;
      this.transitions = List.of(transitions);
    }

    /** What happens to the job, as the end of a sentence that begins with "the job". */
    String meaning() {
      return meaning;
    }

    /** The names of the .sql files that make this move. */
    List<String> statements() {
      return statements;
    }

    List<Transition> transitions() {
      return transitions;
    }

    /** The state that this move is made for; some jobs only come closer to it. */
    JobState leadsTo() {
      return transitions.get(0).to();
    }

    boolean isAllowedFrom(JobState state) {
      return transitions.stream().anyMatch(transition -> transition.from() == state);
    }
  }

  private static Transition of(JobState from, JobState to) {
    return new Transition(from, to);
  }

  private static Transition made(JobState to) {
    return new Transition(null, to);
  }
}
