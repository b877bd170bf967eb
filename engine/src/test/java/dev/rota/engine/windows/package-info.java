@NullMarked
package dev.rota.engine.windows;

import org.jspecify.annotations.NullMarked;
