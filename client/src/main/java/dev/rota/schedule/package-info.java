/**
 * When schedules fire: triggers and timetables, as pure values. Nothing here reads a clock or a
 * database.
 */
@NullMarked
package dev.rota.schedule;

import org.jspecify.annotations.NullMarked;
