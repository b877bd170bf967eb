package dev.rota.worker;

import java.util.List;

/**
 * A BatchHandler is the code that does many small jobs of one kind in one call. Each job ends on
 * its own by {@link BatchJob#complete} or {@link BatchJob#fail}; those left open are completed when
 * the call returns, and fail when it throws.
 */
@FunctionalInterface
public interface BatchHandler {
  void handle(List<BatchJob> jobs) throws Exception;
}
