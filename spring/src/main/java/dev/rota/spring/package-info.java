/** Rota in a Spring Boot application: the engine on its data source, and its beans as handlers. */
@NullMarked
package dev.rota.spring;

import org.jspecify.annotations.NullMarked;
