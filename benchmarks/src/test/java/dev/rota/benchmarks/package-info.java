@NullMarked
package dev.rota.benchmarks;

import org.jspecify.annotations.NullMarked;
