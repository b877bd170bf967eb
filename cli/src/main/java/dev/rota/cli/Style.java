package dev.rota.cli;

/** A Style is how a word looks on a terminal that has colours. */
enum Style {
  PLAIN(""),
  BOLD("1"),
  DIM("2"),
  RED("31"),
  GREEN("32"),
  YELLOW("33"),
  CYAN("36"),
  REVERSE("7");

  private final String code;

  Style(String code) {
    this.code = code;
  }

  String paint(String text) {
    return this == PLAIN || text.isEmpty() ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
  }

  /** How a state, a fate or the like is shown. */
  static Style of(String word) {
    return switch (word) {
      case "completed", "enqueued", "alive", "ok" -> GREEN;
      case "failed", "missed", "dropped", "raised", "gone", "halted" -> RED;
      case "running" -> CYAN;
      case "paused", "quarantined", "deferred", "skipped", "waiting" -> YELLOW;
      case "cancelled", "cleared" -> DIM;
      default -> PLAIN;
    };
  }
}
