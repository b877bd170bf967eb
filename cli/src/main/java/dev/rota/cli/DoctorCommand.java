package dev.rota.cli;

import dev.rota.RotaException;
import dev.rota.SourceUnavailable;
import dev.rota.engine.doctor.Doctor;
import dev.rota.engine.doctor.DoctorOptions;
import dev.rota.engine.doctor.Finding;
import dev.rota.engine.doctor.Severity;
import dev.rota.engine.sql.Database;
import dev.rota.server.SettingsSource;
import dev.rota.server.http.Wire;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A DoctorCommand tells how the database is, and what to do about it. */
@Command(
    name = "doctor",
    description = "Looks at the database and says what is wrong with it and what to do.",
    mixinStandardHelpOptions = true,
    footer = {"", "It ends with 0 if nothing is critical, else with 1."})
final class DoctorCommand implements Callable<Integer> {
  private static final int OK = 200;

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description =
          "The server to ask; its node's clock and role are looked at. Default: ROTA_URL, else the database itself")
  private @Nullable String url;

  @Mixin private final DatabaseOptions database = new DatabaseOptions();

  @Option(names = "--json", description = "Answer with JSON, for scripts.")
  private boolean json;

  DoctorCommand() {}

  /** What was seen, as the API tells it. */
  private record Seen(
      String check,
      String severity,
      String seen,
      @Nullable String advice,
      @Nullable String command) {}

  private record Examination(String severity, List<Seen> findings) {
    static Examination of(List<Finding> findings) {
      return new Examination(
          Finding.worst(findings).word(),
          findings.stream()
              .map(one ->
                  new Seen(
                      one.check(), one.severity().word(), one.seen(), one.advice(), one.command()))
              .toList());
    }
  }

  @Override
  public Integer call() throws InterruptedException {
    String server = url == null ? SettingsSource.ofProcess().get("ROTA_URL") : url;
    Examination examination =
        database.isNamed() || server == null || server.isBlank() ? examined() : asked(server);
    var out = spec.commandLine().getOut();
    if (json) {
      out.println(Wire.write(examination));
    } else {
      examination.findings().forEach(finding -> print(out, finding));
    }
    return examination.severity().equals(Severity.CRITICAL.word()) ? 1 : 0;
  }

  private Examination examined() throws InterruptedException {
    try (var open = NodeDatabase.openOrJoin(database.settings())) {
      return Examination.of(
          new Doctor(new Database(open.source()), DoctorOptions.STANDARD).examine());
    }
  }

  private static Examination asked(String server) throws InterruptedException {
    String token = SettingsSource.ofProcess().get("ROTA_TOKEN");
    var request =
        HttpRequest.newBuilder(URI.create(server.replaceAll("/+$", "") + "/api/v1/doctor"));
    if (token != null && !token.isBlank()) {
      request.header("Authorization", "Bearer " + token.strip());
    }
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
      if (answer.statusCode() != OK) {
        throw new RotaException("refused", server + " answers: " + answer.body());
      }
      return Wire.read(answer.body(), Examination.class);
    } catch (IOException e) {
      throw new SourceUnavailable(server + " does not answer: " + e.getMessage(), e);
    }
  }

  private static void print(PrintWriter out, Seen finding) {
    out.printf("%-9s %-19s %s%n", finding.severity(), finding.check(), finding.seen());
    if (finding.advice() != null) {
      out.printf("%30s%s%n", "", finding.advice());
    }
    if (finding.command() != null) {
      out.printf("%30s%s%n", "", finding.command());
    }
  }
}
