package dev.rota.server.api;

import dev.rota.InvalidInput;
import dev.rota.RotaException;
import dev.rota.engine.TenantQuotas;
import dev.rota.server.http.Actor;
import dev.rota.server.http.Asked;
import dev.rota.server.http.Query;
import dev.rota.server.http.Seconds;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** TenantQuotaRoutes say how many jobs of a tenant may start within a period. */
record TenantQuotaRoutes(TenantQuotas quotas) {
  private static final String ONE = "/api/v1/tenants/{name}/quota";

  void addTo(HttpRouting.Builder routing) {
    routing.get("/api/v1/tenant-quotas", this::list);
    routing.get(ONE, this::get);
    routing.put(ONE, this::put);
    routing.delete(ONE, this::delete);
  }

  record QuotaBody(@Nullable Integer jobs, @Nullable Double periodSeconds) {}

  /** A quota, and how much of it is used now. */
  record QuotaView(String tenant, int jobs, double periodSeconds, long used) {
    static QuotaView of(TenantQuotas.TenantQuota quota) {
      return new QuotaView(
          quota.tenant(), quota.jobs(), Seconds.show(quota.period()), quota.used());
    }
  }

  record QuotaList(List<QuotaView> quotas) {}

  private void list(ServerRequest request, ServerResponse response) {
    Query.of(request, Set.of());
    Answers.ok(response, new QuotaList(quotas.list().stream().map(QuotaView::of).toList()));
  }

  private void get(ServerRequest request, ServerResponse response) {
    Answers.ok(
        response,
        quotas.get(name(request)).map(QuotaView::of).orElseThrow(() -> unknown(name(request))));
  }

  private void put(ServerRequest request, ServerResponse response) {
    QuotaBody body = new Asked(request).body(QuotaBody.class);
    if (body.jobs() == null || body.periodSeconds() == null) {
      throw new InvalidInput(body.jobs() == null ? "jobs" : "period_seconds", "", "must be given");
    }
    quotas.put(
        name(request),
        body.jobs(),
        Seconds.read("period_seconds", body.periodSeconds()),
        Actor.of(request));
    get(request, response);
  }

  private void delete(ServerRequest request, ServerResponse response) {
    if (!quotas.delete(name(request), Actor.of(request))) {
      throw unknown(name(request));
    }
    Answers.nothing(response);
  }

  private static RotaException unknown(String name) {
    return new RotaException("not-found", "tenant " + name + " has no quota");
  }

  private static String name(ServerRequest request) {
    return request.path().pathParameters().get("name");
  }
}
