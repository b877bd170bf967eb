/** Capacity: whether workers keep up with plans, and how many targets they could bear. */
@NullMarked
package dev.rota.engine.capacity;

import org.jspecify.annotations.NullMarked;
