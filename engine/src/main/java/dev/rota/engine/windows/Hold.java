package dev.rota.engine.windows;

import java.time.Instant;

/**
 * A Hold is how long a job that might start has to wait for windows.
 *
 * @param isClosed whether windows are closed for it; if not, they were and let it go later than
 *     others
 */
public record Hold(Instant until, boolean isClosed) {}
