package dev.rota.server.api;

import dev.rota.server.HttpTest;
import io.helidon.webserver.http.HttpRouting;

/** An ApiTest has the native API on a port of its own. */
abstract class ApiTest extends HttpTest {

  @Override
  protected void addTo(HttpRouting.Builder routing) {
    new NativeApi(engine).addTo(routing);
  }

  /** Creates a job and gives its id. */
  String create(String body) {
    Answer answer = post("/api/v1/jobs", body);
    if (answer.status() != 201) {
      throw new AssertionError(answer.toString());
    }
    return answer.at("/id");
  }
}
