/**
 * Windows: spans of time in which matching work does not start, or outside of which it does not.
 */
@NullMarked
package dev.rota.engine.windows;

import org.jspecify.annotations.NullMarked;
