/** Other job queues in Java as contestants, each at its documented fastest settings. */
@NullMarked
package dev.rota.peers;

import org.jspecify.annotations.NullMarked;
