package dev.rota.server.declared;

import dev.rota.engine.QueueSettings;
import dev.rota.engine.scheduler.NewPlan;
import dev.rota.engine.scheduler.NewTarget;
import dev.rota.engine.scheduler.TargetSource;
import dev.rota.server.SettingsSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.JsonSchema;

/** A DeclarationReader reads a file such as {@code rota.yaml} and checks all of it. */
public final class DeclarationReader {
  private static final List<String> KEYS =
      List.of(
          "queues",
          "targets",
          "sources",
          "plans",
          "schedules",
          "windows",
          "alerts",
          "templates",
          "webhooks");

  private final Path path;
  private final String file;
  private final SettingsSource variables;
  private final Allowed allowed;

  private DeclarationReader(Path path, SettingsSource variables, Allowed allowed) {
    this.path = path;
    this.allowed = allowed;
    this.file = String.valueOf(path.getFileName());
    this.variables = variables;
  }

  /** What may be on: the plans of a file, and its sources of targets. */
  record Allowed(boolean plans, boolean sources) {
    static final Allowed ALL = new Allowed(true, true);
  }

  /**
   * Reads a file; variables in it have their values from the source.
   *
   * @throws DeclarationException if it is wrong; it says where
   */
  public static Declaration read(Path path, SettingsSource variables) {
    return read(path, variables, Allowed.ALL);
  }

  static Declaration read(Path path, SettingsSource variables, Allowed allowed) {
    return new DeclarationReader(path.toAbsolutePath(), variables, allowed).read();
  }

  private Declaration read() {
    Section root = root().only(KEYS);
    return new Declaration(
        queues(root),
        targets(root),
        named(root, "sources", this::source),
        named(root, "plans", this::plan),
        named(root, "schedules", ScheduleSections::read),
        named(root, "windows", WindowSections::read),
        AlertSections.read(root.section("alerts")),
        named(root, "templates", DeclaredTemplate::read),
        named(root, "webhooks", DeclaredWebhook::read));
  }

  private Section root() {
    try {
      String text = new Variables(file, variables).expand(Files.readString(path));
      LoadSettings settings =
          LoadSettings.builder().setLabel(file).setSchema(new JsonSchema()).build();
      return new Compose(settings)
          .composeString(text)
          .map(node -> new Section(file, "", node))
          .orElseGet(() -> Section.empty(file));
    } catch (IOException e) {
      throw new DeclarationException(file, 0, "cannot be read: " + e.getMessage());
    } catch (MarkedYamlEngineException e) {
      int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(0);
      throw new DeclarationException(file, line, "is no YAML: " + e.getProblem());
    } catch (YamlEngineException e) {
      throw new DeclarationException(file, 0, "is no YAML: " + e.getMessage());
    }
  }

  private static Map<String, QueueSettings> queues(Section root) {
    Map<String, QueueSettings> queues = new LinkedHashMap<>();
    root.section("queues")
        .sections()
        .forEach((name, section) -> queues.put(name, section.read(QueueSections::read)));
    return queues;
  }

  private static List<NewTarget> targets(Section root) {
    List<NewTarget> targets = new ArrayList<>();
    Section kinds = root.section("targets");
    for (String kind : kinds.keys()) {
      for (Section element : kinds.elements(kind, "external_id")) {
        targets.add(element.read(section -> TargetSections.target(kind, section)));
      }
    }
    return targets;
  }

  private TargetSource source(String name, Section section) {
    return TargetSections.source(name, section, path.resolveSibling("."), allowed.sources());
  }

  private NewPlan plan(String name, Section section) {
    return PlanSections.read(name, section, allowed.plans());
  }

  private static <T> List<T> named(
      Section root, String key, BiFunction<String, Section, T> reader) {
    List<T> all = new ArrayList<>();
    root.section(key)
        .sections()
        .forEach((name, section) -> all.add(section.read(s -> reader.apply(name, s))));
    return all;
  }
}
