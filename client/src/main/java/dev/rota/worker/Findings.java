package dev.rota.worker;

import java.util.List;

/** A Findings is what the watch found amiss among the leases held. */
record Findings(List<Execution> timedOut, List<Execution> lost, List<Execution> released) {}
