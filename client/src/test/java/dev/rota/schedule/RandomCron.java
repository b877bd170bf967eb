package dev.rota.schedule;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A RandomCron is a cron expression made by chance, with the plain meaning of it. */
record RandomCron(
    @Nullable RandomField second,
    RandomField minute,
    RandomField hour,
    RandomDays day,
    RandomField month,
    RandomDays weekDay) {
  private static final List<Integer> HALVES = List.of(0, 30, 45);

  static RandomCron of(Dice dice, boolean round) {
    boolean night = dice.chance(0.3);
    return new RandomCron(
        dice.chance(0.2) ? RandomField.of(dice, 0, 59, 0, round) : null,
        night ? RandomField.one(dice.pick(HALVES)) : RandomField.of(dice, 0, 59, 0.2, round),
        night ? RandomField.night(dice) : RandomField.of(dice, 0, 23, 0.4, round),
        RandomDays.ofMonth(dice, 0.7, round),
        RandomField.of(dice, 1, 12, 0.7, round),
        RandomDays.ofWeek(dice, 0.7, round));
  }

  /** A time of the night on one day of one month, often the one on which clocks change. */
  static RandomCron rare(Dice dice) {
    int month = dice.chance(0.3) ? 2 : dice.pick(List.of(3, 4, 9, 10, 11));
    int day = dice.chance(0.5) ? 0 : dice.number(0, 6);
    return new RandomCron(
        null,
        RandomField.one(dice.pick(HALVES)),
        RandomField.one(dice.number(0, 3)),
        new RandomDays("?", date -> true),
        RandomField.one(month),
        RandomDays.nth(day, dice.chance(0.5) ? 5 : dice.number(1, 4)));
  }

  String text() {
    String five =
        String.join(" ", minute.text(), hour.text(), day.text(), month.text(), weekDay.text());
    return second == null ? five : second.text() + " " + five;
  }

  boolean inEveryHour() {
    return hour.values().size() == 24;
  }

  boolean matches(LocalDate date) {
    boolean ofMonth = day.meaning().test(date);
    boolean ofWeek = weekDay.meaning().test(date);
    boolean both = day.isStar() || weekDay.isStar();
    return month.values().contains(date.getMonthValue())
        && (both ? ofMonth && ofWeek : ofMonth || ofWeek);
  }

  /** Its local times on a date, one after the other. */
  List<LocalDateTime> on(LocalDate date) {
    List<LocalDateTime> times = new ArrayList<>();
    if (matches(date)) {
      for (int hours : hour.values()) {
        for (int minutes : minute.values()) {
          for (int seconds : second == null ? List.of(0) : second.values()) {
            times.add(date.atTime(hours, minutes, seconds));
          }
        }
      }
    }
    return times;
  }
}
