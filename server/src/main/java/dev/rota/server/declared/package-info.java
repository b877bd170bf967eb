/** The file {@code rota.yaml}: what it declares is read, checked, compared and kept true. */
@NullMarked
package dev.rota.server.declared;

import org.jspecify.annotations.NullMarked;
