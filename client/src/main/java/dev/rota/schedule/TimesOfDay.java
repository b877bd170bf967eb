package dev.rota.schedule;

/** TimesOfDay are the seconds of a day that a cron expression names. */
record TimesOfDay(long seconds, long minutes, long hours) {
  /** The first of them that is not before a second of the day, or −1. */
  int next(int secondOfDay) {
    int hour = secondOfDay / 3600;
    int minute = secondOfDay / 60 % 60;
    if (Bits.has(hours, hour)) {
      int second = Bits.has(minutes, minute) ? Bits.next(seconds, secondOfDay % 60) : -1;
      if (second >= 0) {
        return secondOfDay(hour, minute, second);
      }
      int later = Bits.next(minutes, minute + 1);
      if (later >= 0) {
        return secondOfDay(hour, later, Bits.first(seconds));
      }
    }
    int later = Bits.next(hours, hour + 1);
    return later < 0 ? -1 : secondOfDay(later, Bits.first(minutes), Bits.first(seconds));
  }

  int first() {
    return next(0);
  }

  /** How many there are in a day. */
  int count() {
    return Long.bitCount(hours) * Long.bitCount(minutes) * Long.bitCount(seconds);
  }

  boolean inEveryHour() {
    return hours == CronField.HOUR.all();
  }

  private static int secondOfDay(int hour, int minute, int second) {
    return hour * 3600 + minute * 60 + second;
  }
}
