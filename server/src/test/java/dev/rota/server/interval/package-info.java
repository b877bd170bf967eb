/** Jobs that recur, as the document has them that their clients were written against. */
@NullMarked
package dev.rota.server.interval;

import org.jspecify.annotations.NullMarked;
