package dev.rota.engine.simulation;

/**
 * A KeyOutlook is a key, such as that of a target, whose jobs take more than 60 minutes an hour: it
 * can never keep up.
 *
 * @param left how many of its jobs wait at the end
 */
public record KeyOutlook(String key, String queue, double minutesPerHour, int left) {}
