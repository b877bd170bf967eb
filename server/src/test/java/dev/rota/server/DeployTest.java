package dev.rota.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.scheduler.Scheduler;
import dev.rota.engine.scheduler.SchedulerOptions;
import dev.rota.server.api.NativeApi;
import io.helidon.webserver.http.HttpRouting;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The files in deploy say nothing that the program does not know. */
class DeployTest extends HttpTest {
  private static final Path DEPLOY = Path.of("..", "deploy");
  private static final JsonMapper MAPPER = new JsonMapper();

  @SuppressWarnings("NullAway.Init") // Set when the routes are added.
  private NativeApi api;

  @Override
  protected void addTo(HttpRouting.Builder routing) {
    api = new NativeApi(engine, Scheduler.open(engine, SchedulerOptions.builder().build()));
    api.addTo(routing);
  }

  @AfterEach
  void closeApi() {
    api.close();
  }

  @Test
  void every_file_that_was_not_run_says_so_at_its_top() throws IOException {
    for (String folder : List.of("kubernetes", "systemd", "docker")) {
      try (Stream<Path> files = Files.list(DEPLOY.resolve(folder))) {
        for (Path file : files.toList()) {
          assertThat(Files.readAllLines(file).getFirst())
              .as(file.toString())
              .startsWith("# Not run here");
        }
      }
    }
  }

  @Test
  void pods_have_settings_that_are_allowed_on_ports_that_are_served() throws IOException {
    Map<String, String> shared = new LinkedHashMap<>();
    for (JsonNode one : documents("settings.yaml")) {
      one.path("data").forEachEntry((name, value) -> shared.put(name, value.asString()));
      one.path("stringData").forEachEntry((name, value) -> shared.put(name, value.asString()));
    }
    for (String part : List.of("api", "worker")) {
      List<JsonNode> documents = documents(part + ".yaml");
      JsonNode pod = documents.getFirst().at("/spec/template");
      JsonNode container = pod.at("/spec/containers/0");
      Map<String, String> environment = new LinkedHashMap<>(shared);
      container
          .get("env")
          .forEach(
              one -> environment.put(one.get("name").asString(), one.path("value").asString("a")));
      Settings settings = read(environment);
      assertThat(settings.get(Settings.RUN_MODE).name()).isEqualToIgnoringCase(part);
      int port = settings.get(part.equals("api") ? Settings.PORT : Settings.METRICS_PORT);
      assertThat(container.at("/ports/0/containerPort").asInt()).isEqualTo(port);
      String portName = container.at("/ports/0/name").asString();
      for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
        assertThat(container.at("/" + probe + "/httpGet/port").asString()).isEqualTo(portName);
        assertThat(get(container.at("/" + probe + "/httpGet/path").asString()).status())
            .as(probe)
            .isEqualTo(200);
      }
      assertThat(Duration.ofSeconds(pod.at("/spec/terminationGracePeriodSeconds").asInt()))
          .isGreaterThan(settings.get(Settings.DRAIN));
      JsonNode labels = pod.at("/metadata/labels");
      assertThat(documents.getFirst().at("/spec/selector/matchLabels")).isEqualTo(labels);
      JsonNode service = documents.get(1);
      assertThat(service.at("/spec/selector")).isEqualTo(labels);
      assertThat(service.at("/spec/ports/0/port").asInt()).isEqualTo(port);
      assertThat(service.at("/spec/ports/0/targetPort").asString()).isEqualTo(portName);
      JsonNode budget = documents.get(2);
      assertThat(budget.get("kind").asString()).isEqualTo("PodDisruptionBudget");
      assertThat(budget.at("/spec/selector/matchLabels")).isEqualTo(labels);
    }
  }

  @Test
  void the_autoscaler_asks_for_a_number_that_is_there() throws IOException {
    List<JsonNode> documents = documents("keda.yaml");
    JsonNode workers = documents("worker.yaml").getFirst().get("metadata");
    assertThat(documents.getFirst().at("/spec/scaleTargetRef/name")).isEqualTo(workers.get("name"));
    JsonNode trigger = documents.getFirst().at("/spec/triggers/0");
    URI url = URI.create(trigger.at("/metadata/url").asString());
    JsonNode service = documents("api.yaml").get(1);
    assertThat(url.getHost())
        .isEqualTo(
            "%s.%s.svc"
                .formatted(
                    service.at("/metadata/name").asString(),
                    service.at("/metadata/namespace").asString()));
    assertThat(url.getPort()).isEqualTo(service.at("/spec/ports/0/port").asInt());
    assertThat(
            documents("settings.yaml").get(1).at("/data/ROTA_ALLOWED_HOSTS").asString().split(","))
        .contains(url.getHost());
    Answer answer = get(url.getPath() + "?" + url.getQuery());
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().get(trigger.at("/metadata/valueLocation").asString()).isInt())
        .isTrue();
    assertThat(trigger.at("/authenticationRef/name"))
        .isEqualTo(documents.get(1).at("/metadata/name"));
    assertThat(documents.get(1).at("/spec/secretTargetRef/0/name"))
        .isEqualTo(documents.get(2).at("/metadata/name"));
  }

  @Test
  void the_unit_has_settings_that_are_allowed_and_time_to_drain() throws IOException {
    Map<String, List<String>> unit = new LinkedHashMap<>();
    String section = "";
    for (String line : lines("systemd/rota.service")) {
      if (line.matches("\\[\\w+]")) {
        section = line;
      } else {
        String[] entry = line.split("=", 2);
        assertThat(entry).as(line).hasSize(2);
        unit.computeIfAbsent(section + entry[0], key -> new ArrayList<>()).add(entry[1]);
      }
    }
    Settings settings =
        read(
            unit.getOrDefault("[Service]Environment", List.of()).stream()
                .map(one -> one.split("=", 2))
                .collect(Collectors.toMap(one -> one[0], one -> one[1])));
    assertThat(unit.get("[Service]User")).containsExactly("rota");
    assertThat(unit.getOrDefault("[Service]ExecStart", List.of()).getFirst())
        .endsWith("rota.jar up");
    assertThat(
            Duration.ofSeconds(
                Long.parseLong(unit.getOrDefault("[Service]TimeoutStopSec", List.of()).getFirst())))
        .isGreaterThan(settings.get(Settings.DRAIN));
    assertThat(unit.getOrDefault("[Service]StateDirectory", List.of()).getFirst())
        .isEqualTo(settings.find(Settings.DATA_DIR).orElseThrow().getFileName().toString());
    assertThat(unit).containsKeys("[Unit]Description", "[Install]WantedBy");
  }

  @Test
  void the_image_has_two_stages_and_a_user_without_rights_and_exposes_what_is_served()
      throws IOException {
    List<String[]> steps =
        String.join("\n", lines("docker/Dockerfile"))
            .replace("\\\n", " ")
            .lines()
            .map(line -> line.split("\\s+", 2))
            .toList();
    assertThat(of(steps, "FROM")).hasSize(2);
    assertThat(of(steps, "FROM").getFirst()).endsWith(" AS build");
    assertThat(of(steps, "RUN").getFirst()).startsWith("./mvnw ").contains("-pl cli -am package");
    assertThat(of(steps, "COPY").getLast()).startsWith("--from=build /src/cli/target/rota.jar ");
    assertThat(of(steps, "USER"))
        .singleElement()
        .asString()
        .doesNotStartWith("0")
        .doesNotContain("root");
    Map<String, String> environment =
        of(steps, "ENV").stream()
            .flatMap(line -> Stream.of(line.trim().split("\\s+")))
            .map(one -> one.split("=", 2))
            .collect(Collectors.toMap(one -> one[0], one -> one[1]));
    Settings settings = read(environment);
    assertThat(of(steps, "EXPOSE"))
        .containsExactly(settings.get(Settings.PORT) + " " + settings.get(Settings.METRICS_PORT));
    assertThat(MAPPER.readTree(of(steps, "ENTRYPOINT").getFirst()).get(0).asString())
        .isEqualTo("java");
    assertThat(MAPPER.readTree(of(steps, "CMD").getFirst()).get(0).asString()).isEqualTo("up");
    assertThat(steps)
        .extracting(step -> step[0])
        .isSubsetOf(
            "FROM",
            "WORKDIR",
            "COPY",
            "RUN",
            "ENV",
            "USER",
            "VOLUME",
            "EXPOSE",
            "STOPSIGNAL",
            "ENTRYPOINT",
            "CMD");
  }

  private static List<String> of(List<String[]> steps, String word) {
    return steps.stream().filter(step -> step[0].equals(word)).map(step -> step[1]).toList();
  }

  /** Reads settings as the program does; names that it does not know are wrong. */
  private static Settings read(Map<String, String> environment) {
    List<String> known = Settings.ALL.stream().flatMap(Setting::names).toList();
    assertThat(known).containsAll(environment.keySet());
    return Settings.read(SettingsSource.of(environment));
  }

  private static List<String> lines(String file) throws IOException {
    return Files.readAllLines(DEPLOY.resolve(file)).stream()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .toList();
  }

  private static List<JsonNode> documents(String file) throws IOException {
    List<JsonNode> documents = new ArrayList<>();
    new Load(LoadSettings.builder().build())
        .loadAllFromString(Files.readString(DEPLOY.resolve("kubernetes").resolve(file)))
        .forEach(one -> documents.add(MAPPER.valueToTree(one)));
    return documents;
  }
}
