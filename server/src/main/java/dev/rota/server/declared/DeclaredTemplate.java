package dev.rota.server.declared;

import dev.rota.server.templates.TemplateDesk;

/**
 * A DeclaredTemplate is a template as a file declares it.
 *
 * @param definition what it says, as a JSON object
 */
public record DeclaredTemplate(String name, String definition) {
  static DeclaredTemplate read(String name, Section section) {
    section.only(TemplateDesk.MEMBERS);
    String definition = section.whole();
    TemplateDesk.check(definition);
    return new DeclaredTemplate(name, definition);
  }
}
