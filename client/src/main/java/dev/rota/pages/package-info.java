/** The port between whoever fetches pages and whoever keeps them. */
@NullMarked
package dev.rota.pages;

import org.jspecify.annotations.NullMarked;
