package dev.rota.engine.scheduler;

/** A Decision is a judgement on a schedule that is locked, ready to be written. */
record Decision(Schedule schedule, Judgement judgement) {}
