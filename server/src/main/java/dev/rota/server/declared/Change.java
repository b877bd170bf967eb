package dev.rota.server.declared;

import java.util.List;

/**
 * A Change is one thing that is not yet as a file declares it.
 *
 * @param path where the file declares it
 * @param isNew whether it is not there at all
 * @param differences in what it differs, if it is there
 */
public record Change(String path, boolean isNew, List<String> differences) {
  /** One line for a person: {@code + plans.deals}, or {@code ~ plans.deals: priority 0 → 50}. */
  @Override
  public String toString() {
    return isNew ? "+ " + path : "~ " + path + ": " + String.join(", ", differences);
  }
}
