package dev.rota;

/** A Verdict is what became of one report. */
public enum Verdict {
  /** Recorded, now or by an earlier copy of the same report. */
  ACCEPTED,
  /** The lease had ended meanwhile: nothing changed, and the late report is on record. */
  FENCED
}
