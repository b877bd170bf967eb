package dev.rota.server.api;

import dev.rota.InvalidInput;
import dev.rota.RotaException;
import dev.rota.engine.Tenants;
import dev.rota.server.http.Actor;
import dev.rota.server.http.Body;
import dev.rota.server.http.Wire;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** TenantRoutes are the paths of tenants and their weights. */
record TenantRoutes(Tenants tenants) {
  void addTo(HttpRouting.Builder routing) {
    routing.get("/api/v1/tenants", this::list);
    routing.get("/api/v1/tenants/{name}", this::get);
    routing.put("/api/v1/tenants/{name}", this::put);
    routing.delete("/api/v1/tenants/{name}", this::delete);
  }

  record TenantList(List<Tenants.Tenant> tenants) {}

  record TenantBody(@Nullable Integer weight) {
    int read() {
      if (weight == null) {
        throw new InvalidInput("weight", "", "must be given: a number from 1 to 1000");
      }
      return weight;
    }
  }

  private void list(ServerRequest request, ServerResponse response) {
    Answers.ok(response, new TenantList(tenants.list()));
  }

  private void get(ServerRequest request, ServerResponse response) {
    Answers.ok(response, tenants.get(name(request)).orElseThrow(() -> unknown(name(request))));
  }

  private void put(ServerRequest request, ServerResponse response) {
    TenantBody body = Wire.read(Body.text(request), TenantBody.class);
    tenants.put(name(request), body.read(), Actor.of(request));
    get(request, response);
  }

  private void delete(ServerRequest request, ServerResponse response) {
    if (!tenants.delete(name(request), Actor.of(request))) {
      throw unknown(name(request));
    }
    Answers.nothing(response);
  }

  private static RotaException unknown(String name) {
    return new RotaException("not-found", "tenant " + name + " has no weight of its own");
  }

  private static String name(ServerRequest request) {
    return request.path().pathParameters().get("name");
  }
}
