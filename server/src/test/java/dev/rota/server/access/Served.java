package dev.rota.server.access;

import dev.rota.engine.sql.Database;
import dev.rota.engine.tokens.Tokens;
import dev.rota.server.HttpServer;
import dev.rota.server.Metrics;
import dev.rota.server.Settings;
import dev.rota.server.SettingsSource;
import dev.rota.server.api.ServerApi;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.postgresql.ds.PGSimpleDataSource;

/** A Served is a server of some settings, behind its gate, whose database is not there. */
record Served(HttpServer server) implements AutoCloseable {

  static Served start(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("ROTA_PORT", "0");
    Settings read = Settings.read(SettingsSource.of(all));
    PGSimpleDataSource nowhere = new PGSimpleDataSource();
    nowhere.setUrl("jdbc:postgresql://127.0.0.1:1/none");
    Tokens tokens = new Tokens(new Database(nowhere));
    return new Served(
        HttpServer.start(
            read,
            Optional::empty,
            new Metrics(),
            new Gate(read, tokens)::addTo,
            new ServerApi(read, tokens)::addTo));
  }

  HttpResponse<String> me(HttpClient client, String bearer)
      throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/me"))
            .header("Authorization", "Bearer " + bearer)
            .build(),
        BodyHandlers.ofString());
  }

  @Override
  public void close() {
    server.close();
  }
}
