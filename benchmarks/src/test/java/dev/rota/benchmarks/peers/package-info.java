@NullMarked
package dev.rota.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
