@NullMarked
package dev.rota.engine.capacity;

import org.jspecify.annotations.NullMarked;
