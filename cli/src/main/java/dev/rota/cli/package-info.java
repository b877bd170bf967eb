/** The one executable: {@code rota up} and the commands around it. */
@NullMarked
package dev.rota.cli;

import org.jspecify.annotations.NullMarked;
