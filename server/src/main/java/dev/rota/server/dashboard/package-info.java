/** The dashboard as browsers get it: its own files, and the libraries it stands on. */
@NullMarked
package dev.rota.server.dashboard;

import org.jspecify.annotations.NullMarked;
