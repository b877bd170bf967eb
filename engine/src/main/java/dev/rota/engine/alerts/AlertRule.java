package dev.rota.engine.alerts;

import java.util.Arrays;
import java.util.Locale;

/** An AlertRule is one thing that alerts are raised about. */
public enum AlertRule {
  QUEUE_DEPTH(
      "queue",
      Unit.COUNT,
      true,
      "Jobs come in faster than they are worked off: add workers, or look whether the queue or its windows hold them back."),
  FAILED_RATE(
      "queue",
      Unit.SHARE,
      true,
      "Too many jobs of this queue fail: look at the errors of its failed jobs, retry them when the cause is gone."),
  LONG_RUNNING(
      "job",
      Unit.TIME,
      true,
      "This job has been running for too long: look at its progress and its worker, cancel it or give its kind a timeout."),
  MISSED_SCHEDULE(
      "schedule",
      Unit.TIME,
      true,
      "A time of this schedule has passed and nothing was decided: look whether a node with a scheduler is up, and at its log."),
  SUCCESS_RATE(
      "schedule",
      Unit.SHARE,
      false,
      "Too many of the last runs of this schedule failed: look at their errors, pause the schedule until the cause is gone."),
  SLOWER(
      "schedule",
      Unit.SHARE,
      true,
      "Runs of this schedule take clearly longer than they used to: look at what they work on, and at the load of their workers."),
  STALE_LEASES(
      "queue",
      Unit.COUNT,
      true,
      "Jobs of this queue lose their workers again and again: look for workers that are killed, out of memory or cut off."),
  STRANDED_JOBS(
      "queue",
      Unit.COUNT,
      true,
      "Jobs of this queue wait for others that are paused or gone, or for a batch that nobody closes: resume, cancel or close those, or cancel the jobs that wait."),
  ARCHIVE_FAILING(
      "archive",
      Unit.COUNT,
      true,
      "Finished jobs cannot be archived, and nothing is dropped: look at the room and the rights of ROTA_ARCHIVE_DIR.");

  /** What a threshold is: a number, a share of 1, or seconds. */
  public enum Unit {
    COUNT,
    SHARE,
    TIME
  }

  private final String subject;
  private final Unit unit;
  private final boolean above;
  private final String advice;

  AlertRule(String subject, Unit unit, boolean above, String advice) {
    this.subject = subject;
    this.unit = unit;
    this.above = above;
    this.advice = advice;
  }

  /** Its name in the database, the API and the metrics. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What its alerts are about: {@code queue}, {@code job}, {@code schedule} or {@code archive}. */
  public String subject() {
    return subject;
  }

  public Unit unit() {
    return unit;
  }

  /** What to do about it. */
  public String advice() {
    return advice;
  }

  /** Whether this value is one to raise an alert for. */
  boolean isBroken(double value, double threshold) {
    return above ? value > threshold : value < threshold;
  }

  /** The rule of this name. */
  public static AlertRule of(String word) {
    return Arrays.stream(values())
        .filter(rule -> rule.word().equals(word))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no alert rule " + word));
  }
}
