package dev.rota.server.api;

/**
 * A Raw is JSON text inside JSON, carried to the letter: numbers keep their digits, objects the
 * order of their members.
 */
record Raw(String json) {}
