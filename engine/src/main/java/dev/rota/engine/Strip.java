package dev.rota.engine;

/**
 * A Strip is a stretch of a lane to claim from: rows from one sequence number up to another, that
 * have waited at least so long, at most so many.
 */
record Strip(int route, short lane, long fromSeq, long toSeq, long minWaitMillis, int quota) {}
