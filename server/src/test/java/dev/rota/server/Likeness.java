package dev.rota.server;

import static org.assertj.core.api.Assertions.assertThat;

import tools.jackson.databind.JsonNode;

/** A Likeness is what an answer has in common with an example: all but ids and times. */
public final class Likeness {
  private static final String SECOND = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d";

  /** Times as JavaScript writes them. */
  private static final String MILLISECOND = SECOND + "\\.\\d{3}Z";

  /** Times in UTC, as fine as they are. */
  private static final String UTC = SECOND + "(\\.\\d+)?Z";

  private static final String UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

  private Likeness() {}

  /** Refuses an answer that lacks a member of the example or has another value there. */
  public static void check(String path, JsonNode found, JsonNode example) {
    check(path, found, example, MILLISECOND);
  }

  /** The same where times are not cut. */
  public static void checkUtc(JsonNode found, JsonNode example) {
    check("", found, example, UTC);
  }

  private static void check(String path, JsonNode found, JsonNode example, String time) {
    if (example.isObject()) {
      assertThat(found.isObject()).as(path).isTrue();
      for (String name : example.propertyNames()) {
        assertThat(found.has(name)).as(path + "/" + name + " in " + found).isTrue();
        check(path + "/" + name, found.get(name), example.get(name), time);
      }
    } else if (example.isArray()) {
      assertThat(found.size()).as(path + " in " + found).isEqualTo(example.size());
      for (int i = 0; i < example.size(); i++) {
        check(path + "/" + i, found.get(i), example.get(i), time);
      }
    } else if (path.endsWith("_at")) {
      assertThat(found.asString()).as(path).matches(time);
    } else if (path.endsWith("/id") || path.endsWith("/job_id")) {
      assertThat(found.asString()).as(path).matches(UUID);
    } else {
      assertThat(found).as(path).isEqualTo(example);
    }
  }
}
