package dev.rota;

import java.sql.Connection;
import java.time.Duration;
import java.util.List;

/**
 * A JobSource is where a worker gets jobs from and reports to: the engine in the same process, or a
 * server over HTTP. Every method may be called from several threads at once. A source that cannot
 * reach its database or server throws {@link SourceUnavailable}; the call may then have taken
 * effect or not, and repeating its reports is safe.
 */
public interface JobSource extends AutoCloseable {
  /**
   * Hands in reports and takes out jobs, in one step where the source can.
   *
   * @return one verdict per report, in their order, and the leases of the claimed jobs
   */
  Exchange exchange(List<Report> reports, Claim claim);

  /**
   * Says which executions are alive and how far they are; answers with what the worker must be
   * told.
   */
  List<Signal> renew(List<Beat> beats);

  /**
   * Records an outcome within the caller's own transaction, so that it holds exactly if that
   * transaction commits.
   *
   * @throws RotaException with code {@code fenced} if the lease has ended meanwhile
   */
  void report(Connection connection, Report report);

  /**
   * Says that executions were given up because their leases could not be renewed in time: their
   * handlers were stopped and nothing will be reported of them. Called while the source may be out
   * of reach, so it must return at once.
   */
  default void abandon(List<Lease> leases) {}

  /**
   * Says who may be handed jobs as soon as they are there. A source that can start none without
   * being asked does nothing with it.
   */
  default void offerTo(Taker taker) {}

  /**
   * Waits until there may be work to claim, or the time is over.
   *
   * @return false if only time has passed
   */
  boolean awaitWork(Duration atMost) throws InterruptedException;

  /**
   * How long a lease lasts without a renewal; a worker that cannot renew in this time must stop its
   * handlers.
   */
  Duration lease();

  /** Says that no more jobs will be claimed; reports and renewals still go through. */
  @Override
  void close();

  /** An Exchange is the answer to reports and a claim. */
  record Exchange(List<Verdict> verdicts, List<Lease> leases) {}
}
