/** What every API over HTTP shares: JSON as text and objects, ids, durations, and who asks. */
@NullMarked
package dev.rota.server.http;

import org.jspecify.annotations.NullMarked;
