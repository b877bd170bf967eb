package dev.rota.engine;

import java.util.List;

/**
 * A Strip is a stretch of a lane to claim from: rows from one sequence number up to another, that
 * have waited at least so long, at most so many.
 */
record Strip(int route, short lane, long fromSeq, long toSeq, long minWaitMillis, int quota) {
  /** How many of these jobs came from here. */
  long count(List<Taken> taken) {
    return taken.stream()
        .filter(job -> job.route() == route && job.lane() == lane)
        .filter(job -> job.seq() >= fromSeq && job.seq() < toSeq)
        .count();
  }
}
