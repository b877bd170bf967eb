/** Templates: named defaults of jobs, with places for parameters and a schema of the payload. */
@NullMarked
package dev.rota.server.templates;

import org.jspecify.annotations.NullMarked;
