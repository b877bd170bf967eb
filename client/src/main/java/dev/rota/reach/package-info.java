/** Which addresses requests that people ask for may go to. */
@NullMarked
package dev.rota.reach;

import org.jspecify.annotations.NullMarked;
