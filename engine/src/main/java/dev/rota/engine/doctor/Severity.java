package dev.rota.engine.doctor;

import java.util.Locale;

/** A Severity is how soon something has to be done. */
public enum Severity {
  OK,
  /** Something that will cost speed or room. */
  WARNING,
  /** Something that loses jobs or stops them. */
  CRITICAL;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
