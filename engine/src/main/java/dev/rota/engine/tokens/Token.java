package dev.rota.engine.tokens;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Token is what is known of a token, which is everything but the secret.
 *
 * @param hint how the secret begins, to tell it from others
 * @param status active, expired or revoked
 */
public record Token(
    String name,
    Role role,
    List<String> queues,
    String hint,
    String status,
    Instant createdAt,
    String createdBy,
    @Nullable Instant expiresAt,
    @Nullable Instant revokedAt,
    @Nullable String revokedBy) {}
