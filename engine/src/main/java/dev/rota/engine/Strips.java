package dev.rota.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Strips are the plan of a claim, made from the heads of the lanes: which stretches of them to take
 * jobs from, in which order. Effective priority comes first, then fewer retries, then age.
 *
 * <p>Lanes that are equal in the first two (several kinds or queues) are merged by age. Numbers of
 * jobs are not known here, but sequence numbers are: of the next hundred numbers after the oldest
 * job at most a hundred can be jobs, so a claim of a hundred takes all of those first. Where they
 * are sparse, the lanes share what is left evenly. A claim of many jobs from very many lanes takes
 * some of each of the oldest ones instead of one or two of all: what it leaves is the oldest then.
 */
final class Strips {
  static final Comparator<Head> ORDER =
      Comparator.comparingInt((Head head) -> -head.effectivePriority())
          .thenComparingInt(Head::place)
          .thenComparingLong(Head::seq);

  private static final int MANY_JOBS = 100;
  private static final int SOME_JOBS = 16;

  private final int max;
  private final Quotas quotas;
  private final Quotas left;
  private final List<Strip> strips = new ArrayList<>();
  private final Map<Lane, Integer> ranks = new HashMap<>();
  private final Set<Integer> cutShort = new HashSet<>();

  private Strips(int max, Quotas quotas) {
    this.max = max;
    this.quotas = quotas;
    this.left = quotas.within(max);
  }

  private record Lane(int route, short lane) {}

  static Strips plan(List<Head> heads, int max, Quotas quotas) {
    return plan(heads, max, quotas, 0);
  }

  /**
   * @param after what comes after these heads counts as much
   */
  static Strips plan(List<Head> heads, int max, Quotas quotas, int after) {
    Strips plan = new Strips(max, quotas);
    List<Head> ordered = heads.stream().sorted(ORDER).toList();
    for (int from = 0; from < ordered.size(); ) {
      int to = from + 1;
      while (to < ordered.size() && isTie(ordered.get(from), ordered.get(to))) {
        to++;
      }
      int next = to < ordered.size() ? ordered.get(to).effectivePriority() : after;
      plan.addTies(ordered.subList(from, to), next);
      from = to;
    }
    return plan;
  }

  List<Strip> list() {
    return strips;
  }

  /** The jobs in the order in which they are due to run. */
  List<Taken> sorted(List<Taken> taken) {
    if (strips.size() == 1) {
      return taken.stream().sorted(Comparator.comparingLong(Taken::seq)).toList();
    }
    record Ranked(int rank, Taken job) {}
    return taken.stream()
        .map(job -> new Ranked(rank(job), job))
        .sorted(
            Comparator.comparingInt(Ranked::rank).thenComparingLong(ranked -> ranked.job().seq()))
        .map(Ranked::job)
        .toList();
  }

  /** Whether another plan might find more, now that this one has brought these jobs. */
  boolean mayHaveMore(List<Taken> taken) {
    return cutShort.stream().anyMatch(route -> quotas.left(route) > 0)
        || strips.stream()
            .anyMatch(strip ->
                quotas.left(strip.route()) > 0
                    && (strip.minWaitMillis() > 0 || strip.count(taken) >= strip.quota()));
  }

  private int rank(Taken job) {
    return ranks.getOrDefault(new Lane(job.route(), job.lane()), 0);
  }

  /** Jobs that several plans brought, in the order in which their turn is. */
  static List<Taken> inOrder(List<Taken> jobs) {
    return jobs.stream().sorted(Comparator.comparing(Strips::head, ORDER)).toList();
  }

  private static Head head(Taken job) {
    return new Head(job.route(), job.lane(), job.seq(), job.waited().toMillis());
  }

  private static boolean isTie(Head a, Head b) {
    return a.effectivePriority() == b.effectivePriority() && a.place() == b.place();
  }

  private void addTies(List<Head> ties, int nextPriority) {
    int rank = ranks.size();
    ties.forEach(head -> ranks.put(new Lane(head.route(), head.lane()), rank));
    if (ties.size() == 1) {
      add(ties.get(0), ties.get(0).seq(), Long.MAX_VALUE, nextPriority, max);
      return;
    }
    Map<String, Long> ends = nearEnds(ties);
    addNear(ties, ends, nextPriority);
    int share = (max + ties.size() - 1) / ties.size();
    for (Head head : ties) {
      long from = Math.max(head.seq(), ends.getOrDefault(queueOf(head), 0L));
      add(head, from, Long.MAX_VALUE, nextPriority, share);
    }
  }

  /** Up to where each queue's jobs are so few that all of them may be taken. */
  private Map<String, Long> nearEnds(List<Head> ties) {
    long oldest = ties.get(0).seq();
    long second = ties.get(1).seq();
    int reach = max < MANY_JOBS ? max : Math.max(max, SOME_JOBS * ties.size());
    Map<String, Long> ends = new HashMap<>();
    for (Head head : ties) {
      long few = head.seq() + left.leftOfQueue(queueOf(head));
      ends.putIfAbsent(queueOf(head), Math.min(oldest + reach, few));
    }
    // Before the second there are only jobs of the oldest lane.
    ends.computeIfPresent(queueOf(ties.get(0)), (queue, end) -> Math.max(end, second));
    return ends;
  }

  private void addNear(List<Head> ties, Map<String, Long> ends, int nextPriority) {
    for (Head head : ties) {
      long end = ends.getOrDefault(queueOf(head), 0L);
      int quota = Math.min(max, left.left(head.route()));
      if (head.seq() < end && quota > 0) {
        strips.add(strip(head, head.seq(), end, nextPriority, quota));
        left.useOfKind(head.route(), quota);
      }
    }
    ends.keySet().forEach(queue -> left.useOfQueue(queue, max));
  }

  private void add(Head head, long from, long to, int nextPriority, int wanted) {
    int quota = Math.min(wanted, left.left(head.route()));
    if (quota < Math.min(wanted, quotas.left(head.route()))) {
      cutShort.add(head.route());
    }
    if (quota > 0) {
      left.use(head.route(), quota);
      strips.add(strip(head, from, to, nextPriority, quota));
    }
  }

  private static Strip strip(Head head, long from, long to, int nextPriority, int quota) {
    return new Strip(head.route(), head.lane(), from, to, head.waitFor(nextPriority), quota);
  }

  private String queueOf(Head head) {
    return left.queueOf(head.route());
  }
}
