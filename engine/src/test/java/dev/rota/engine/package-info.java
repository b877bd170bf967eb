@NullMarked
package dev.rota.engine;

import org.jspecify.annotations.NullMarked;
