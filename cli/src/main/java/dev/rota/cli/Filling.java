package dev.rota.cli;

import dev.rota.InvalidInput;
import dev.rota.Json;
import dev.rota.remote.Members;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A Filling names a template and says what fills its places. */
final class Filling {
  @Option(
      names = "--template",
      paramLabel = "NAME",
      description = "Make it from this template; what is said beside it comes first.")
  private @Nullable String template;

  @Option(
      names = "--param",
      paramLabel = "NAME=VALUE",
      description = "Fills a place of the template, with JSON or else with the text; may repeat.")
  private Map<String, String> parameters = new LinkedHashMap<>();

  Filling() {}

  Members addTo(Members job) {
    return job.put("template", template).raw("parameters", values());
  }

  private @Nullable String values() {
    if (parameters.isEmpty()) {
      return null;
    }
    Members filling = new Members();
    parameters.forEach((name, value) -> filling.raw(name, json(value)));
    return filling.toString();
  }

  /** A value as JSON; what is none is a text. */
  private static String json(String value) {
    try {
      Json.check("param", value);
      return value;
    } catch (InvalidInput e) {
      return Json.quote(value);
    }
  }
}
