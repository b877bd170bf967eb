/** Bulk operations: one action on many jobs, in the background, with progress and undo. */
@NullMarked
package dev.rota.engine.operations;

import org.jspecify.annotations.NullMarked;
