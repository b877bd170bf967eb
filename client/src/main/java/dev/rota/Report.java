package dev.rota;

/** A Report is the outcome of one execution, presented under its fence. */
public record Report(long job, long fence, Outcome outcome, Usage usage) {
  public static Report of(Lease lease, Outcome outcome) {
    return new Report(lease.job(), lease.fence(), outcome, Usage.NONE);
  }
}
