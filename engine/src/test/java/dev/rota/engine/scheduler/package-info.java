@NullMarked
package dev.rota.engine.scheduler;

import org.jspecify.annotations.NullMarked;
