/**
 * The same few measurements on any queue, and the small protocol by which a contestant is asked.
 */
@NullMarked
package dev.rota.benchmarks.contest;

import org.jspecify.annotations.NullMarked;
