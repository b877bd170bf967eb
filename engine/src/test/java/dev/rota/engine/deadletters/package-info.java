@NullMarked
package dev.rota.engine.deadletters;

import org.jspecify.annotations.NullMarked;
