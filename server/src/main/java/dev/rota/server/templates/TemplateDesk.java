package dev.rota.server.templates;

import dev.rota.engine.templates.Template;
import dev.rota.engine.templates.Templates;
import java.util.List;
import java.util.stream.Stream;

/** A TemplateDesk keeps templates, and expands what callers ask for by their names. */
public final class TemplateDesk {
  /** What a template may say. */
  public static final List<String> MEMBERS =
      Stream.of(List.of("description"), Form.OF_JOBS, List.of(Form.PARAMETERS, Form.SCHEMA))
          .flatMap(List::stream)
          .toList();

  private final Templates templates;

  public TemplateDesk(Templates templates) {
    this.templates = templates;
  }

  /** Refuses a schema that is none, and parameters without a place. */
  public static void check(String definition) {
    Form.of("body", definition).checkParameters();
  }

  /** Stores a template if there is nothing to refuse. */
  public Template put(String name, String definition, String actor) {
    check(definition);
    return templates.put(name, definition, actor);
  }

  /** What makes of the bodies of one request what their templates say. */
  public Expansion expansion() {
    return new Expansion(templates);
  }

  /** One template; refuses a name that is not there. */
  public Template get(String name) {
    return templates.get(name);
  }

  public List<Template> list() {
    return templates.list();
  }

  public void delete(String name, String actor) {
    templates.delete(name, actor);
  }
}
