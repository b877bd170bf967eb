@NullMarked
package dev.rota.engine.alerts;

import org.jspecify.annotations.NullMarked;
