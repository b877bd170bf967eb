package dev.rota.server.access;

import static dev.rota.engine.tokens.Role.ADMIN;
import static dev.rota.engine.tokens.Role.OPERATOR;
import static dev.rota.engine.tokens.Role.PRODUCER;
import static dev.rota.engine.tokens.Role.VIEWER;
import static dev.rota.engine.tokens.Role.WORKER;

import dev.rota.engine.tokens.Role;
import io.helidon.common.uri.UriPath;
import io.helidon.http.PathMatcher;
import io.helidon.http.PathMatchers;
import java.util.List;
import java.util.Set;

/**
 * The AccessTable says which role every path needs. The first row that matches counts; what no row
 * names can be looked at by viewers and done by operators. Paths are matched as the routes
 * themselves are, so that no way of writing one gets around it.
 */
public final class AccessTable {
  private static final Set<String> LOOKS = Set.of("GET", "HEAD");
  private static final String EVERY = "*";
  private static final String SCRAPE = "scrape";

  private static final List<Row> ROWS =
      List.of(
          open("/"),
          open("/dashboard/*"),
          open("/openapi.json"),
          open("/docs"),
          open("/docs/*"),
          row("GET", "/health/*", Permission.PROBE),
          row("GET", "/metrics", VIEWER),
          row("GET", "/api/v1/me", VIEWER, Permission.ANY),
          row("GET", "/api/v1/config", ADMIN),
          row(EVERY, "/api/v1/tokens", ADMIN),
          row(EVERY, "/api/v1/tokens/*", ADMIN),
          // A webhook gets to know what jobs carry, and its secret signs in the name of this
          // server.
          row("PUT", "/api/v1/webhooks/{name}", ADMIN),
          row("DELETE", "/api/v1/webhooks/{name}", ADMIN),
          row("POST", "/api/v1/webhooks/{name}/rotate", ADMIN),
          // A source reads files, addresses and tables with the rights of the server.
          row(EVERY, "/api/v1/target-sources", ADMIN),
          row(EVERY, "/api/v1/target-sources/*", ADMIN),
          row("POST", "/api/v1/jobs", PRODUCER, Permission.ANY),
          row("POST", "/api/v1/jobs/bulk", PRODUCER, Permission.ANY),
          row("GET", "/api/v1/jobs/count", VIEWER),
          row("POST", "/api/v1/graphs", PRODUCER, Permission.ANY),
          row("POST", "/api/v1/batches", PRODUCER, Permission.ANY),
          row("POST", "/api/v1/batches/{id}/jobs", PRODUCER, Permission.ANY),
          row("POST", "/api/v1/batches/{id}/close", PRODUCER),
          row("GET", "/api/v1/jobs", VIEWER, Permission.ANY),
          row("GET", "/api/v1/jobs/{id}", VIEWER, Permission.ANY),
          row("GET", "/api/v1/jobs/{id}/executions", VIEWER, Permission.ANY),
          row("GET", "/api/v1/jobs/{id}/stats", VIEWER, Permission.ANY),
          row("GET", "/api/v1/executions", VIEWER, Permission.ANY),
          row("GET", "/api/v1/executions/{id}", VIEWER, Permission.ANY),
          row("GET", "/api/v1/queues", VIEWER, Permission.ANY),
          row("GET", "/api/v1/queues/{name}", VIEWER, Permission.ANY),
          row("POST", "/api/v1/workers/exchange", WORKER, Permission.ANY),
          row("POST", "/api/v1/workers/heartbeat", WORKER, Permission.ANY),
          row("POST", "/api/v1/workers/report", WORKER, Permission.ANY),
          row("POST", "/api/v1/workers/*", WORKER),
          row("POST", "/api/v1/windows/what-if", VIEWER),
          row("POST", "/api/v1/operations/preview", VIEWER),
          row("POST", "/api/v1/capacity", VIEWER),
          row("POST", "/api/v1/schedules/preview", VIEWER),
          row("POST", "/api/scrape-jobs", PRODUCER, SCRAPE),
          row("POST", "/api/scrape-jobs/next", WORKER, SCRAPE),
          row("POST", "/api/scrape-jobs/{id}/claim", WORKER, SCRAPE),
          row("PUT", "/api/scrape-jobs/{id}", WORKER, SCRAPE),
          row("PATCH", "/api/scrape-jobs/{id}", WORKER, SCRAPE),
          row("GET", "/api/scrape-jobs", VIEWER, SCRAPE),
          row("GET", "/api/scrape-jobs/*", VIEWER, SCRAPE));

  private static final Permission LOOK = Permission.of(VIEWER, null);
  private static final Permission CHANGE = Permission.of(OPERATOR, null);

  private AccessTable() {}

  record Row(String method, String pattern, Permission permission, PathMatcher matcher) {
    boolean matches(String wanted, UriPath path) {
      boolean isMethod =
          method.equals(EVERY)
              || method.equals(wanted)
              || (method.equals("GET") && LOOKS.contains(wanted));
      return isMethod && matcher.match(path).accepted();
    }
  }

  static Permission of(String method, UriPath path) {
    for (Row row : ROWS) {
      if (row.matches(method, path)) {
        return row.permission();
      }
    }
    return LOOKS.contains(method) ? LOOK : CHANGE;
  }

  /** The role that a documented path needs, in a word. */
  public static String role(String method, String path) {
    return of(method, UriPath.create(path)).word();
  }

  static List<Row> rows() {
    return ROWS;
  }

  private static Row open(String pattern) {
    return row("GET", pattern, Permission.EVERYBODY);
  }

  private static Row row(String method, String pattern, Role role) {
    return row(method, pattern, Permission.of(role, null));
  }

  private static Row row(String method, String pattern, Role role, String queue) {
    return row(method, pattern, Permission.of(role, queue));
  }

  private static Row row(String method, String pattern, Permission permission) {
    return new Row(method, pattern, permission, PathMatchers.create(pattern));
  }
}
