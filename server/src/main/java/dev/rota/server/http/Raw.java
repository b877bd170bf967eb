package dev.rota.server.http;

/**
 * A Raw is JSON text inside JSON, carried to the letter: numbers keep their digits, objects the
 * order of their members.
 */
public record Raw(String json) {}
