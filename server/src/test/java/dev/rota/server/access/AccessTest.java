package dev.rota.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.scheduler.Scheduler;
import dev.rota.engine.scheduler.SchedulerOptions;
import dev.rota.engine.tokens.NewToken;
import dev.rota.engine.tokens.Role;
import dev.rota.engine.tokens.Tokens;
import dev.rota.server.HttpTest;
import dev.rota.server.Settings;
import dev.rota.server.SettingsSource;
import dev.rota.server.api.NativeApi;
import dev.rota.server.api.ServerApi;
import dev.rota.server.scrape.ScrapeApi;
import io.helidon.webserver.http.HttpRouting;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/** An AccessTest has everything that the server serves, behind a gate that asks for tokens. */
abstract class AccessTest extends HttpTest {
  static final String ADMIN = "0123456789abcdef";

  @Override
  protected Map<String, String> settings() {
    return Map.of("ROTA_PORT", "0", "ROTA_AUTH", "token", "ROTA_TOKEN", ADMIN);
  }

  @Override
  protected void addTo(HttpRouting.Builder routing) {
    new ScrapeApi(engine).addTo(routing);
    new ServerApi(Settings.read(SettingsSource.of(settings())), tokens()).addTo(routing);
    new NativeApi(engine, Scheduler.open(engine, SchedulerOptions.builder().build()))
        .addTo(routing);
  }

  Tokens tokens() {
    return new Tokens(engine.database());
  }

  /** Makes a token and gives its secret. */
  String token(String name, Role role, String... queues) {
    return tokens()
        .create(new NewToken(name, role, Set.of(queues), Duration.ofDays(1)), "test")
        .secret()
        .text();
  }

  Answer as(String secret, String method, String path, String body) {
    return send(method, path, body, "Authorization", "Bearer " + secret);
  }

  String created(String secret, String body) {
    Answer answer = as(secret, "POST", "/api/v1/jobs", body);
    assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    return answer.at("/id");
  }

  String text(String sql) {
    try (var connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return rows.next() ? String.valueOf(rows.getString(1)) : "";
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
