package dev.rota.engine;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A WorkerInfo is what is known of one worker.
 *
 * @param token the name of the token by which it came in, if it needed one
 * @param remote whether it comes in through a server and has no engine of its own
 * @param running how many jobs it holds
 */
public record WorkerInfo(
    int id,
    String name,
    @Nullable String version,
    @Nullable String host,
    List<String> capabilities,
    @Nullable String token,
    boolean remote,
    boolean alive,
    int running,
    Instant startedAt,
    Instant lastSeenAt) {}
