package dev.rota.server.declared;

import dev.rota.server.templates.TemplateDesk;
import java.util.List;

/**
 * A DeclaredTemplate is a template as a file declares it.
 *
 * @param definition what it says, as a JSON object
 */
public record DeclaredTemplate(String name, String definition) {
  private static final List<String> KEYS =
      List.of(
          "description",
          "kind",
          "queue",
          "priority",
          "max_retries",
          "retry",
          "timeout_seconds",
          "limits",
          "tags",
          "requires",
          "concurrency_key",
          "concurrency_limit",
          "metadata",
          "tenant",
          "payload",
          "parameters",
          "schema");

  static DeclaredTemplate read(String name, Section section) {
    section.only(KEYS);
    String definition = section.whole();
    TemplateDesk.check(definition);
    return new DeclaredTemplate(name, definition);
  }
}
