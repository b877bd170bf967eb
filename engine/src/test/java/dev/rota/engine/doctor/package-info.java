@NullMarked
package dev.rota.engine.doctor;

import org.jspecify.annotations.NullMarked;
