/** Rota and its peers in turn on one PostgreSQL, and the page that is written about it. */
@NullMarked
package dev.rota.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
