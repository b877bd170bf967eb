/** Tokens: how callers over HTTP prove who they are and what they may do. */
@NullMarked
package dev.rota.engine.tokens;

import org.jspecify.annotations.NullMarked;
