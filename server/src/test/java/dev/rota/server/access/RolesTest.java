package dev.rota.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.tokens.Role;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each role, over every path of the document. */
class RolesTest extends AccessTest {
  private static final Path GUIDE = Path.of("..", "docs", "guides", "security.md");
  private static final String BEGIN = "<!-- roles -->\n";
  private static final String END = "<!-- /roles -->";

  private record Operation(String method, String path, String role) {}

  @Test
  void each_role_may_do_what_the_document_says_and_nothing_else() throws Exception {
    Map<Role, String> secrets = new EnumMap<>(Role.class);
    for (Role role : Role.values()) {
      secrets.put(role, token(role.word(), role));
    }
    List<String> wrong = new ArrayList<>();
    List<Operation> operations = operations();
    assertThat(operations).hasSizeGreaterThan(30);
    for (Operation operation : operations) {
      for (Role role : Role.values()) {
        boolean may =
            operation.role().equals("everybody")
                || role.covers(Role.of("x-role", operation.role()));
        int status = status(operation, String.valueOf(secrets.get(role)));
        if (status == 401 || may == (status == 403)) {
          wrong.add(operation + " as " + role + ": " + status);
        }
      }
      int unproven = status(operation, "");
      if (!operation.role().equals("everybody") && unproven != 401) {
        wrong.add(operation + " as nobody: " + unproven);
      }
    }
    assertThat(wrong).isEmpty();
  }

  private List<Operation> operations() {
    List<Operation> operations = new ArrayList<>();
    get("/openapi.json")
        .json()
        .get("paths")
        .forEachEntry((path, methods) ->
            methods.forEachEntry((method, operation) -> {
              assertThat(operation.has("x-role")).as(method + " " + path).isTrue();
              operations.add(
                  new Operation(
                      method.toUpperCase(Locale.ROOT),
                      path.replaceAll("\\{\\w+}", "1"),
                      operation.get("x-role").asString()));
            }));
    return operations;
  }

  /** Only the head of the answer: there may be streams that do not end. */
  private int status(Operation operation, String secret) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server.url() + operation.path()))
            .method(operation.method(), HttpRequest.BodyPublishers.noBody());
    if (!secret.isEmpty()) {
      request.header("Authorization", "Bearer " + secret);
    }
    try (HttpClient client = HttpClient.newHttpClient()) {
      var answer = client.send(request.build(), BodyHandlers.ofInputStream());
      try (InputStream body = answer.body()) {
        assertThat(body).isNotNull();
        client.shutdownNow();
        return answer.statusCode();
      }
    }
  }

  @Test
  void the_guide_has_the_table() throws IOException {
    String guide = Files.readString(GUIDE);
    int from = guide.indexOf(BEGIN) + BEGIN.length();
    String written =
        guide.substring(0, from) + AccessPage.markdown() + guide.substring(guide.indexOf(END));
    if ("write".equals(System.getProperty("rota.docs"))) {
      Files.writeString(GUIDE, written);
    }
    assertThat(Files.readString(GUIDE)).as("-Drota.docs=write writes it").isEqualTo(written);
  }
}
