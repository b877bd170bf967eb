/** Dead letters: failed jobs with their evidence, grouped by what they failed with. */
@NullMarked
package dev.rota.engine.deadletters;

import org.jspecify.annotations.NullMarked;
