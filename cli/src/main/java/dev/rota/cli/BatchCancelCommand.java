package dev.rota.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A BatchCancelCommand cancels the jobs of a batch that have not ended. */
@Command(
    name = "cancel",
    description =
        "Cancels the jobs of a batch that have not ended, in the background; an open batch is closed.",
    mixinStandardHelpOptions = true)
final class BatchCancelCommand implements Callable<Integer> {
  @Mixin private final Client client = new Client();
  @Mixin private final OperationWatch operation = new OperationWatch();

  @Parameters(index = "0", paramLabel = "ID", description = "The batch.")
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private String id;

  BatchCancelCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    return client.run(
        (api, out) -> operation.until(api, out, api.post(Route.to("batches", id, "cancel"), null)));
  }
}
