/**
 * Rota from afar: jobs over HTTP, and a source of jobs for workers that run elsewhere. It needs the
 * JDK and nothing else.
 */
@NullMarked
package dev.rota.remote;

import org.jspecify.annotations.NullMarked;
