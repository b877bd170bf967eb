package dev.rota.server.access;

import java.util.stream.Collectors;

/** An AccessPage is the table of roles as the guide shows it. */
final class AccessPage {
  private static final String HEAD =
      """
      | method | path | role | limited to queues |
      | --- | --- | --- | --- |
      """;
  private static final String REST =
      """
      | `GET` | anything else | viewer | no |
      | others | anything else | operator | no |
      """;

  private AccessPage() {}

  static String markdown() {
    return AccessTable.rows().stream()
        .map(AccessPage::row)
        .collect(Collectors.joining("", HEAD, REST));
  }

  private static String row(AccessTable.Row row) {
    return "| %s | `%s` | %s | %s |\n"
        .formatted(
            row.method().equals("*") ? "all" : "`" + row.method() + "`",
            row.pattern(),
            row.permission().word(),
            limited(row.permission()));
  }

  private static String limited(Permission permission) {
    if (permission.isForEverybody()) {
      return "yes";
    }
    String queue = permission.queue();
    return queue == null
        ? "no"
        : queue.equals(Permission.ANY) ? "for their queues" : "for `" + queue + "`";
  }
}
