package dev.rota.engine.simulation;

import dev.rota.ConcurrencyKey;
import dev.rota.NewJob;
import dev.rota.engine.Engine;
import dev.rota.engine.Queue;
import dev.rota.engine.QueueSettings;
import dev.rota.engine.Queues;
import dev.rota.engine.WorkerInfo;
import dev.rota.engine.scheduler.Schedule;
import dev.rota.engine.scheduler.ScheduleFilter;
import dev.rota.engine.scheduler.Scheduler;
import dev.rota.engine.sql.Sql;
import dev.rota.engine.windows.WindowCalendar;
import dev.rota.schedule.Fire;
import dev.rota.schedule.Timetable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A Forecaster simulates what is coming, from schedules, windows, limits, the jobs that wait now
 * and how long jobs took lately.
 */
public final class Forecaster {
  private static final Sql RECENT_RUNS = Statements.sql("recent_runs");
  private static final Duration LATELY = Duration.ofMinutes(1);
  private static final Duration ASSUMED = Duration.ofMinutes(1);
  private static final int SLOTS = 32;
  private static final int PAGE = 500;
  private static final int MOST = 200_000;

  private final Engine engine;
  private final Scheduler scheduler;

  public Forecaster(Engine engine, Scheduler scheduler) {
    this.engine = engine;
    this.scheduler = scheduler;
  }

  private record Sort(String queue, String kind) {}

  /**
   * @param from when it begins; now if null
   * @param slots how many jobs of a queue a worker runs at once, where no limit says so; null takes
   *     what the workers of the queue have now, or {@value #SLOTS} if it has none
   */
  public Outlook forecast(@Nullable Instant from, Duration length, @Nullable Integer slots) {
    Instant now = scheduler.schedules().now();
    Instant start = from == null ? now : from;
    Map<Sort, Duration> runs = runs();
    List<Work> works = new ArrayList<>();
    if (from == null) {
      addWaiting(works, start, runs);
    }
    addPlanned(works, start, start.plus(length), runs);
    return Simulation.run(start, length, models(slots), works);
  }

  private Map<Sort, Duration> runs() {
    Map<Sort, Duration> runs = new HashMap<>();
    engine
        .database()
        .transact(connection ->
            RECENT_RUNS
                .on(connection)
                .list(row ->
                    runs.put(
                        new Sort(row.getString("queue"), row.getString("kind")),
                        Duration.ofMillis(Math.round(row.getDouble("seconds") * 1000)))));
    return runs;
  }

  private List<QueueModel> models(@Nullable Integer slots) {
    int workers =
        (int) Math.max(1, engine.workers().list(LATELY).stream().filter(WorkerInfo::alive).count());
    List<Queue> queues = engine.queues().list();
    Map<String, Integer> there = new HashMap<>();
    if (slots == null) {
      engine
          .loads()
          .of(queues.stream().map(Queue::name).toList())
          .forEach(load -> there.put(load.queue(), load.slots()));
    }
    int each = slots == null ? SLOTS : slots;
    return queues.stream()
        .map(queue -> model(queue, workers, there.getOrDefault(queue.name(), 0), each))
        .toList();
  }

  /**
   * @param there how many slots its workers have; 0 if that is not known
   */
  private static QueueModel model(Queue queue, int workers, int there, int slots) {
    QueueSettings limits = queue.settings();
    int perNode = limits.perNode() == null ? slots : Math.min(slots, limits.perNode());
    int onNodes = there == 0 ? perNode * workers : there;
    int inAll = limits.inCluster() == null ? onNodes : Math.min(onNodes, limits.inCluster());
    return new QueueModel(queue.name(), inAll, queue.paused(), limits.rate(), limits.ratePeriod());
  }

  private void addWaiting(List<Work> works, Instant at, Map<Sort, Duration> runs) {
    for (Queues.Depth depth : engine.queues().depths()) {
      if (depth.state().equals("pending")) {
        Duration run = runs.getOrDefault(new Sort(depth.queue(), depth.kind()), ASSUMED);
        long most = Math.min(depth.jobs(), MOST - works.size());
        for (long i = 0; i < most; i++) {
          works.add(Work.of(at, depth.queue(), run));
        }
      }
    }
  }

  private void addPlanned(List<Work> works, Instant from, Instant to, Map<Sort, Duration> runs) {
    WindowCalendar calendar = engine.windows().calendar();
    String after = "";
    List<Schedule> page;
    do {
      page = scheduler.schedules().list(ScheduleFilter.first(PAGE).after(after).paused(false));
      for (Schedule schedule : page) {
        if (!schedule.isHalted() && works.size() < MOST) {
          addTimes(works, schedule, from, to, runs, calendar);
        }
      }
      after = page.isEmpty() ? after : page.getLast().name();
    } while (page.size() == PAGE && works.size() < MOST);
  }

  private static void addTimes(
      List<Work> works,
      Schedule schedule,
      Instant from,
      Instant to,
      Map<Sort, Duration> runs,
      WindowCalendar calendar) {
    NewJob job = schedule.definition().job();
    Duration run =
        runs.getOrDefault(
            new Sort(job.queue(), job.kind()), job.timeout() == null ? ASSUMED : job.timeout());
    ConcurrencyKey key = job.concurrency();
    var closed = calendar.closures(job.queue(), job.kind(), job.tags(), from, to);
    int most = Math.min(Timetable.PREVIEW_MAX, MOST - works.size());
    for (Fire fire : schedule.timetable().fires(from, to, most)) {
      if (fire.runs() && !calendar.skips(job.queue(), job.kind(), job.tags(), fire.at())) {
        works.add(
            new Work(
                fire.at(),
                job.queue(),
                key == null ? null : key.key(),
                key == null ? 1 : key.limit(),
                run,
                closed));
      }
    }
  }
}
