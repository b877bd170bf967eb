/** Backups: everything that Rota keeps in a database, in one file, and back. */
@NullMarked
package dev.rota.engine.backup;

import org.jspecify.annotations.NullMarked;
