@NullMarked
package dev.rota.engine.operations;

import org.jspecify.annotations.NullMarked;
