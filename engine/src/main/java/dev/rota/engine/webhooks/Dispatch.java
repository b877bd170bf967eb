package dev.rota.engine.webhooks;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A Dispatch is a delivery with all that it takes to carry it out.
 *
 * @param secrets what signs it: two while a secret is rotated, none for mail
 * @param paused whether its webhook is
 * @param now the time by the database's clock
 */
public record Dispatch(
    Delivery delivery,
    WebhookAddress address,
    List<WebhookSecret> secrets,
    Duration timeout,
    boolean paused,
    Instant now) {}
