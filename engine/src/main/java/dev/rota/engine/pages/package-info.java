/** Pages that crawls have fetched, and the search for them. */
@NullMarked
package dev.rota.engine.pages;

import org.jspecify.annotations.NullMarked;
