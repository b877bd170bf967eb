/** A shop that confirms orders: an example of Rota in Spring Boot. */
@NullMarked
package dev.rota.examples.orders;

import org.jspecify.annotations.NullMarked;
