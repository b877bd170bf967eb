package dev.rota.engine.scheduler;

import dev.rota.RotaException;
import dev.rota.engine.sql.Database;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A SourceReader fetches what a source lists, as JSON text; it never writes anything. */
final class SourceReader {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int MOST_BYTES = 64 << 20;

  private final Database database;
  private @Nullable HttpClient http;

  SourceReader(Database database) {
    this.database = database;
  }

  /** An Answer is the text, none if it is the one of the same etag as before. */
  record Answer(@Nullable String json, @Nullable String etag) {}

  Answer read(SourceState state) throws IOException, InterruptedException {
    TargetSource source = state.source();
    return switch (source.sort()) {
      case FILE -> new Answer(SourceText.json(file(source.location())), null);
      case HTTP -> fetch(source.location(), state.error() == null ? state.etag() : null);
      case SQL -> new Answer(query(source.location()), null);
    };
  }

  private static String file(String location) throws IOException {
    Path path = Path.of(location);
    if (!Files.isReadable(path)) {
      throw new IOException("there is no file to read at " + path.toAbsolutePath());
    }
    if (Files.size(path) > MOST_BYTES) {
      throw new IOException(path + " has more than " + MOST_BYTES + " bytes");
    }
    return Files.readString(path);
  }

  private Answer fetch(String url, @Nullable String etag) throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url))
            .timeout(PATIENCE)
            .header("Accept", "application/json, text/csv, text/plain");
    if (etag != null) {
      request.header("If-None-Match", etag);
    }
    HttpResponse<InputStream> response =
        client().send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    try (InputStream body = response.body()) {
      if (response.statusCode() == 304) {
        return new Answer(null, etag);
      }
      if (response.statusCode() != 200) {
        throw new IOException(url + " answered " + response.statusCode());
      }
      byte[] bytes = body.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new IOException(url + " answered more than " + MOST_BYTES + " bytes");
      }
      return new Answer(
          SourceText.json(new String(bytes, StandardCharsets.UTF_8)),
          response.headers().firstValue("ETag").orElse(null));
    }
  }

  private String query(String query) {
    return database.once(connection -> {
      try (Statement statement = connection.createStatement()) {
        statement.execute("SET TRANSACTION READ ONLY");
        statement.execute("SET LOCAL statement_timeout = " + PATIENCE.toMillis());
        try (ResultSet rows =
            statement.executeQuery(
                "SELECT coalesce(json_agg(row_to_json(q)), '[]') FROM (" + bare(query) + "\n) q")) {
          rows.next();
          return rows.getString(1);
        }
      }
    });
  }

  private static String bare(String query) {
    String text = query.strip();
    if (text.endsWith(";")) {
      text = text.substring(0, text.length() - 1);
    }
    if (text.contains(";")) {
      throw new RotaException("source-unreadable", "a source is one query, without semicolons");
    }
    return text;
  }

  private HttpClient client() {
    if (http == null) {
      http =
          HttpClient.newBuilder()
              .connectTimeout(Duration.ofSeconds(10))
              .followRedirects(HttpClient.Redirect.NORMAL)
              .build();
    }
    return http;
  }
}
