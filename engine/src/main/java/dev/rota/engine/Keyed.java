package dev.rota.engine;

/**
 * A Keyed is something in a list that is read page by page.
 *
 * @param key its place: what comes after it has a smaller one
 */
public record Keyed<T>(T item, long key) {}
