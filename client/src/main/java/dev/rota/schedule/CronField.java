package dev.rota.schedule;

/** A CronField is one of the fields of a cron expression, with the values it may have. */
enum CronField {
  SECOND("second", 0, 59, ""),
  MINUTE("minute", 0, 59, ""),
  HOUR("hour", 0, 23, ""),
  DAY_OF_MONTH("day of month", 1, 31, ""),
  MONTH("month", 1, 12, "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC"),
  DAY_OF_WEEK("day of week", 0, 6, "SUN MON TUE WED THU FRI SAT");

  private static final int NAME = 3;

  final String word;
  final int least;
  final int most;
  private final String names;

  CronField(String word, int least, int most, String names) {
    this.word = word;
    this.least = least;
    this.most = most;
    this.names = names;
  }

  /** How many values there are. */
  int size() {
    return most - least + 1;
  }

  long all() {
    return Bits.range(least, most);
  }

  /** The value of a name, or −1. */
  int named(String name) {
    int index = name.length() == NAME ? names.indexOf(name) : -1;
    return index < 0 ? -1 : least + index / (NAME + 1);
  }

  /** The largest number that may be written: Sunday is 0 and 7. */
  int mostWritten() {
    return this == DAY_OF_WEEK ? 7 : most;
  }

  /** What a value must be. */
  String rule() {
    String numbers = "must be from " + least + " to " + mostWritten();
    return names.isEmpty()
        ? numbers
        : numbers
            + (" or " + names.substring(0, NAME))
            + (" to " + names.substring(names.length() - NAME));
  }
}
