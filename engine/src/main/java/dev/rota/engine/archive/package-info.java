/**
 * The archive: finished jobs in compressed files by day, written before they are dropped, and back.
 */
@NullMarked
package dev.rota.engine.archive;

import org.jspecify.annotations.NullMarked;
