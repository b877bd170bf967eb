/** How deliveries to webhooks are carried out: by HTTP, signed, and by mail. */
@NullMarked
package dev.rota.server.webhooks;

import org.jspecify.annotations.NullMarked;
