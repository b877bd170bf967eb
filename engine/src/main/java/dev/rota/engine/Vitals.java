package dev.rota.engine;

/**
 * Vitals are signs of a cluster that does not keep up.
 *
 * @param scheduleLagSeconds for how long the schedule that waits longest has been due
 * @param overdueSchedules how many schedules are due and not decided, at most ten thousand
 * @param expiredLeases how many leases have run out and are not recovered, at most ten thousand
 */
public record Vitals(double scheduleLagSeconds, long overdueSchedules, long expiredLeases) {}
