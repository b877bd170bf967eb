package dev.rota.server.declared;

import dev.rota.InvalidInput;
import dev.rota.engine.scheduler.NewTarget;
import dev.rota.engine.scheduler.TargetSource;
import dev.rota.engine.scheduler.TargetSource.Sort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Reads the sections under {@code targets} and {@code sources}. */
final class TargetSections {
  private static final List<String> KEYS =
      List.of("external_id", "name", "url", "active", "approved", "metadata");
  private static final List<String> SOURCE_KEYS =
      List.of("targets", "file", "http", "sql", "every", "allow_empty", "enabled");
  private static final Duration EVERY = Duration.ofMinutes(10);

  private TargetSections() {}

  static NewTarget target(String kind, Section section) {
    section.only(KEYS);
    String id = section.required("external_id");
    return new NewTarget(
        kind,
        id,
        section.text("name", id),
        section.text("url"),
        section.flag("active", true),
        section.has("approved") ? Boolean.valueOf(section.flag("approved", true)) : null,
        section.sortedJson("metadata", "{}"));
  }

  /** A source; the path of a file is seen from the folder that is given. */
  static TargetSource source(String name, Section section, Path folder, boolean allowed) {
    section.only(SOURCE_KEYS);
    Sort sort = sort(section);
    String location = section.required(sort.word());
    return new TargetSource(
        name,
        section.required("targets"),
        sort,
        sort == Sort.FILE ? folder.resolve(location).normalize().toString() : location,
        Objects.requireNonNullElse(section.duration("every"), EVERY),
        section.flag("allow_empty", false),
        section.flag("enabled", true) && allowed);
  }

  private static Sort sort(Section section) {
    List<Sort> given =
        Arrays.stream(Sort.values()).filter(each -> section.has(each.word())).toList();
    if (given.size() != 1) {
      throw new InvalidInput(
          "file", given.stream().map(Sort::word).toList(), "must be one of file, http and sql");
    }
    return given.get(0);
  }
}
