package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.testkit.ChildProcess;
import dev.rota.testkit.Eventually;
import dev.rota.testkit.Processes;
import dev.rota.testkit.TestDatabase;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The one jar that people start holds all that the class path of the tests holds. It runs when the
 * jar is built, after the other tests.
 */
class JarTest {
  private static final Path JAR = Path.of("target", "rota.jar").toAbsolutePath();
  private static final Pattern FILE = Pattern.compile("\"(/[^\"]+\\.(?:js|css|svg))\"");
  private static final Pattern URL = Pattern.compile("http://\\S+");

  @Test
  void the_jar_serves_its_pages_and_runs_a_job() throws Exception {
    try (TestDatabase database = TestDatabase.create();
        HttpClient client = HttpClient.newHttpClient();
        ChildProcess node = start(database)) {
      var found = URL.matcher(node.awaitLine("Rota listens on ", RunningNode.SOON));
      assertThat(found.find()).isTrue();
      String url = found.group();
      for (String path : List.of("/", "/openapi.json", "/docs/", "/docs/api", "/metrics")) {
        var page = send(client, HttpRequest.newBuilder(URI.create(url + path)).build());
        assertThat(page.statusCode()).as(path).isEqualTo(200);
      }
      servesTheDashboard(client, url);
      var created =
          send(
              client,
              HttpRequest.newBuilder(URI.create(url + "/api/v1/jobs"))
                  .POST(BodyPublishers.ofString("{\"kind\": \"rota.echo\"}"))
                  .build());
      assertThat(created.statusCode()).isEqualTo(201);
      String job = created.headers().firstValue("Location").orElseThrow();
      var look = HttpRequest.newBuilder(URI.create(url + job)).build();
      Eventually.await(
          RunningNode.SOON,
          () -> send(client, look).body().contains("\"completed\""),
          "the job is completed");
      node.stop();
      assertThat(node.awaitExit(RunningNode.SOON)).isEqualTo(143);
    }
  }

  /** The page, and every file that it names: the program, its style and the libraries. */
  private static void servesTheDashboard(HttpClient client, String url) throws Exception {
    var asked = HttpRequest.newBuilder(URI.create(url + "/")).header("Accept", "text/html");
    String page = send(client, asked.build()).body();
    List<String> files = FILE.matcher(page).results().map(file -> file.group(1)).toList();
    assertThat(files).anyMatch(file -> file.contains("lit")).anyMatch(file -> file.contains("app"));
    for (String file : files) {
      var found = send(client, HttpRequest.newBuilder(URI.create(url + file)).build());
      assertThat(found.statusCode()).as(file).isEqualTo(200);
    }
  }

  private static ChildProcess start(TestDatabase database) throws Exception {
    var processes = new Processes().withEnvironment("ROTA_PORT", "0");
    RunningNode.environment(database).forEach(processes::withEnvironment);
    return processes.command(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-jar",
            JAR.toString(),
            "up"));
  }

  private static HttpResponse<String> send(HttpClient client, HttpRequest request)
      throws Exception {
    return client.send(request, BodyHandlers.ofString());
  }
}
