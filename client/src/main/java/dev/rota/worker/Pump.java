package dev.rota.worker;

import dev.rota.Claim;
import dev.rota.InvalidInput;
import dev.rota.JobSource.Exchange;
import dev.rota.Lease;
import dev.rota.Report;
import dev.rota.Usage;
import dev.rota.Verdict;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;

/**
 * A Pump exchanges reports for leases with the source, one batch after the other. What could not be
 * reported goes back to the board and is sent again; a report that the source refuses as invalid
 * becomes a failure of its job.
 */
final class Pump implements Loop.Step {
  private static final Logger LOG = System.getLogger(Pump.class.getName());

  private final Bench bench;

  Pump(Bench bench) {
    this.bench = bench;
  }

  @Override
  public boolean run() throws InterruptedException {
    Turn turn = bench.board().next();
    if (turn == null) {
      return false;
    }
    long sent = System.nanoTime();
    Exchange answer;
    try {
      answer = bench.source().exchange(turn.reports(), turn.claim());
    } catch (InvalidInput refused) {
      isolate(turn, refused);
      return true;
    } catch (Throwable e) {
      bench.board().failed(turn, turn.reports());
      throw e;
    }
    judged(turn.reports(), answer.verdicts());
    arrived(turn, answer, sent);
    return true;
  }

  private void arrived(Turn turn, Exchange answer, long sent) {
    long now = System.nanoTime();
    List<Execution> executions = new ArrayList<>(answer.leases().size());
    List<Lease> strangers = new ArrayList<>();
    for (Lease lease : answer.leases()) {
      Lane lane = bench.board().lane(lease);
      if (lane == null) {
        strangers.add(lease);
      } else {
        executions.add(new Execution(lease, lane, sent, now, bench));
      }
    }
    bench.board().exchanged(turn, answer, executions, sent).forEach(Call::start);
    if (!strangers.isEmpty()) {
      giveBack(strangers);
    }
  }

  /** Gives back what this worker never asked for. */
  private void giveBack(List<Lease> strangers) {
    Lease first = strangers.getFirst();
    LOG.log(
        Level.WARNING,
        "No handler here takes these jobs, they go back jobs={0} first={1} queue={2} kind={3}",
        String.valueOf(strangers.size()),
        String.valueOf(first.job()),
        first.queue(),
        first.kind());
    bench.board().giveBack(strangers);
  }

  private void judged(List<Report> reports, List<Verdict> verdicts) {
    bench.board().judged(verdicts);
    for (int i = 0; i < Math.min(verdicts.size(), reports.size()); i++) {
      if (verdicts.get(i) == Verdict.FENCED) {
        Report late = reports.get(i);
        bench.events().tell(listener -> listener.fenced(late));
      }
    }
  }

  /** One of the reports is invalid, or the claim is: sends them one by one to find out which. */
  private void isolate(Turn turn, InvalidInput refused) {
    List<Report> left = new ArrayList<>(turn.reports());
    boolean found = false;
    try {
      while (!left.isEmpty()) {
        found |= !sendAlone(left.getFirst());
        left.removeFirst();
      }
    } finally {
      bench.board().failed(turn, left);
    }
    if (!found) {
      bench.board().refused(turn);
      throw refused;
    }
  }

  /** Whether the source took the report as it was. */
  private boolean sendAlone(Report report) {
    try {
      send(report);
      return true;
    } catch (InvalidInput refused) {
      LOG.log(
          Level.WARNING,
          "A report was refused, its job fails job={0} fence={1} reason={2}",
          String.valueOf(report.job()),
          String.valueOf(report.fence()),
          refused.getMessage());
      bench.events().tell(listener -> listener.refused(report, refused));
      sendFailure(report, refused);
      return false;
    }
  }

  private void sendFailure(Report report, InvalidInput refused) {
    Report failure =
        new Report(report.job(), report.fence(), bench.failures().of(refused), Usage.NONE);
    try {
      send(failure);
    } catch (InvalidInput again) {
      LOG.log(Level.ERROR, "A failure was refused, its job is left to recovery: " + failure, again);
    }
  }

  private void send(Report report) {
    List<Report> alone = List.of(report);
    judged(alone, bench.source().exchange(alone, Claim.NOTHING).verdicts());
  }
}
