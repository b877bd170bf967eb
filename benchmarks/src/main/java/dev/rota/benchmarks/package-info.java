/** Numbers, as ratios in one run: what the engine reaches, next to what it must reach. */
@NullMarked
package dev.rota.benchmarks;

import org.jspecify.annotations.NullMarked;
