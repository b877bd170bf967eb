package dev.rota.engine;

/**
 * A Count is how many there are, as far as it was worth counting.
 *
 * @param more whether there are more, or may be
 */
public record Count(long counted, boolean more) {}
