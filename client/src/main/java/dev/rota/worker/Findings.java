package dev.rota.worker;

import dev.rota.Lease;
import java.util.List;

/**
 * A Findings is what the watch found amiss among the leases held, which are to be measured, and
 * which were given back.
 */
record Findings(
    List<Execution> lost,
    List<Execution> timedOut,
    List<Execution> limited,
    List<Lease> released) {}
