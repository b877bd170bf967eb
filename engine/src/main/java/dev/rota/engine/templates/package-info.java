/** Templates: named defaults of jobs, as they are stored. */
@NullMarked
package dev.rota.engine.templates;

import org.jspecify.annotations.NullMarked;
