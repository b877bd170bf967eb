package dev.rota.engine.alerts;

/** A Reading is what a rule found about a subject. */
record Reading(AlertRule rule, String subject, double value) {
  Key key() {
    return new Key(rule, subject);
  }

  /** What an alert is known by. */
  record Key(AlertRule rule, String subject) {}
}
