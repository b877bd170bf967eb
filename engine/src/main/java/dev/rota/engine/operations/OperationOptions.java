package dev.rota.engine.operations;

import dev.rota.Rules;

/**
 * OperationOptions are how hard operations work.
 *
 * @param batch how many jobs are changed, or looked at, in one transaction
 * @param restWhenBusy how many times as long as a batch took it rests while jobs are run
 */
public record OperationOptions(int batch, int restWhenBusy) {
  public static final OperationOptions STANDARD = new OperationOptions(1_000, 9);

  public OperationOptions {
    Rules.range("batch", batch, 1, 10_000);
    Rules.range("rest_when_busy", restWhenBusy, 0, 1_000);
  }
}
