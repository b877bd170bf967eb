package dev.rota.engine.scheduler;

/**
 * A Forecast is what a tick would decide about a schedule now; of one that is paused or halted,
 * what it would if that were over.
 */
public record Forecast(String schedule, Judgement judgement) {}
