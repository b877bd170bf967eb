package dev.rota.benchmarks;

/** A Tick is how many jobs were done at a moment, and the processor time used until then. */
record Tick(long nanos, long done, CpuTime cpu) {

  static Tick now(long done, Server server) {
    CpuTime cpu = server.cpuTime();
    return new Tick(System.nanoTime(), done, cpu);
  }

  /** A Span is what lies between two ticks: jobs a second, and microseconds of processor a job. */
  record Span(double rate, double cpuHere, double cpuServer) {}

  Span to(Tick later) {
    long jobs = later.done - done;
    return new Span(
        jobs / ((later.nanos - nanos) / 1e9),
        later.cpu.hereSince(cpu, jobs),
        later.cpu.serverSince(cpu, jobs));
  }
}
