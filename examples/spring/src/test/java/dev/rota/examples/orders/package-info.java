@NullMarked
package dev.rota.examples.orders;

import org.jspecify.annotations.NullMarked;
