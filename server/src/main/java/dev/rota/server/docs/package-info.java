/** The documentation as plain web pages. */
@NullMarked
package dev.rota.server.docs;

import org.jspecify.annotations.NullMarked;
