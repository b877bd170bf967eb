/** PostgreSQL as a child process: unpacked, initialised, started, guarded and stopped. */
@NullMarked
package dev.rota.postgres;

import org.jspecify.annotations.NullMarked;
