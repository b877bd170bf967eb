/**
 * What the tests of every module need: a PostgreSQL database each, a clock that moves, processes
 * that can be killed.
 */
@NullMarked
package dev.rota.testkit;

import org.jspecify.annotations.NullMarked;
