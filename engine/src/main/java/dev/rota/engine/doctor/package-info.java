/** The doctor: looks at the database that everything lies in, and says what to do about it. */
@NullMarked
package dev.rota.engine.doctor;

import org.jspecify.annotations.NullMarked;
