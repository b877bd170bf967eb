@NullMarked
package dev.rota.engine.pages;

import org.jspecify.annotations.NullMarked;
