package dev.rota.schedule;

import java.util.ArrayList;
import java.util.List;

/** TimeWords say in words at which times of the day a cron expression fires. */
final class TimeWords {
  private static final int LISTED = 4;

  private final TimesOfDay times;

  private TimeWords(TimesOfDay times) {
    this.times = times;
  }

  static String of(TimesOfDay times) {
    return new TimeWords(times).words();
  }

  private String words() {
    if (times.count() <= LISTED) {
      return "at " + Phrases.and(listed());
    }
    if (times.seconds() != Bits.of(0)) {
      return seconds() + inMinutes() + hours();
    }
    return isSingle(times.minutes()) ? hourly(Bits.first(times.minutes())) : minutes() + hours();
  }

  private List<String> listed() {
    List<String> listed = new ArrayList<>();
    for (int at = times.first(); at >= 0; at = at + 1 < 86_400 ? times.next(at + 1) : -1) {
      String time = clock(at / 3600, at / 60 % 60);
      listed.add(at % 60 == 0 ? time : time + ":%02d".formatted(at % 60));
    }
    return listed;
  }

  /** One minute of many hours. */
  private String hourly(int minute) {
    if (times.inEveryHour()) {
      return minute == 0 ? "every hour" : "every hour at minute " + minute;
    }
    int step = Bits.step(times.hours());
    if (step == 0) {
      return "at minute " + minute + " of the hours " + Phrases.numbers(times.hours());
    }
    return (step == 1 ? "every hour" : "every " + step + " hours")
        + (" from " + clock(Bits.first(times.hours()), minute))
        + (" to " + clock(Bits.last(times.hours()), minute));
  }

  private String minutes() {
    return each(times.minutes(), "minute");
  }

  private String seconds() {
    return each(times.seconds(), "second");
  }

  /** "every minute", "every 5 minutes", "at minutes 3, 7 and 30". */
  private static String each(long set, String unit) {
    int step = Bits.step(set);
    if (step == 1 && Long.bitCount(set) == 60) {
      return "every " + unit;
    }
    boolean round = step > 1 && 60 % step == 0 && Long.bitCount(set) == 60 / step;
    if (round && Bits.first(set) == 0) {
      return "every " + step + " " + unit + "s";
    }
    return "at " + unit + (isSingle(set) ? " " : "s ") + Phrases.numbers(set);
  }

  private String inMinutes() {
    if (Long.bitCount(times.minutes()) == 60) {
      return Bits.step(times.seconds()) == 0 ? " of every minute" : "";
    }
    return (isSingle(times.minutes()) ? " of minute " : " of the minutes ")
        + Phrases.numbers(times.minutes());
  }

  private String hours() {
    if (times.inEveryHour()) {
      return "";
    }
    int before = turn();
    if (before < 0) {
      return " of the hours " + Phrases.numbers(times.hours());
    }
    int first = Bits.next(times.hours() | times.hours() << 24, before + 1) % 24;
    int last = first + Long.bitCount(times.hours()) - 1;
    return " from " + clock(first, 0) + " to " + clock(last % 24, 59);
  }

  /** The last hour before the only stretch of hours begins; −1, if there are several. */
  private int turn() {
    int turn = -1;
    for (int hour = 0; hour < 24; hour++) {
      if (!Bits.has(times.hours(), hour) && Bits.has(times.hours(), (hour + 1) % 24)) {
        if (turn >= 0) {
          return -1;
        }
        turn = hour;
      }
    }
    return turn;
  }

  private static boolean isSingle(long set) {
    return Long.bitCount(set) == 1;
  }

  private static String clock(int hour, int minute) {
    return "%02d:%02d".formatted(hour, minute);
  }
}
