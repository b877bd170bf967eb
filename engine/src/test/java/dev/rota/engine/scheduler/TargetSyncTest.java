package dev.rota.engine.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TargetSyncTest extends PlanTest {
  private static final Duration HOUR = Duration.ofHours(1);

  @TempDir Path folder;

  @Test
  void aFileListsTargetsAsJsonLinesValuesOrNames() throws IOException {
    assertThat(listed("[{\"external_id\": \"a\", \"name\": \"A\", \"approved\": false}, \"b\"]"))
        .containsExactly("a A null true false", "b b null true true");
    assertThat(listed("{\"targets\": [{\"id\": \"a\"}]}")).containsExactly("a a null true true");
    assertThat(
            listed("{\"external_id\": \"a\", \"url\": \"http://a\"}\n{\"external_id\": \"b\"}\n"))
        .containsExactly("a a http://a true true", "b b null true true");
    assertThat(
            listed(
                "external_id,name,url,active,approved\r\na,\"A, \"\"the\"\" first\",http://a,yes,no\nb,B,,0,\n"))
        .containsExactly("a A, \"the\" first http://a true false", "b B null false true");
    assertThat(listed("# providers\na\n\nb\n"))
        .containsExactly("a a null true true", "b b null true true");
  }

  @Test
  void whatASourceListsNoMoreBecomesInactiveAndTargetsFromElsewhereStay() throws IOException {
    targets.put(NewTarget.of("provider", "hand"));
    Path file = write("[\"a\", \"b\"]");
    sources.put(TargetSource.file("registry", "provider", file.toString(), HOUR));
    sync.sync();
    write(
        "[{\"external_id\": \"b\", \"name\": \"B\"}, {\"external_id\": \"hand\", \"name\": \"H\"}]");
    clock.advance(HOUR);
    sync.sync();
    assertThat(rows("SELECT external_id, name, active, source FROM rota.target ORDER BY 1"))
        .containsExactly("a a f registry", "b B t registry", "hand hand t null");
    write("[\"a\"]");
    clock.advance(HOUR);
    sync.sync();
    assertThat(rows("SELECT external_id, active FROM rota.target ORDER BY 1"))
        .containsExactly("a t", "b f", "hand t");
  }

  @Test
  void aSourceIsReadAgainWhenItsTimeHasCome() throws IOException {
    sources.put(TargetSource.file("registry", "provider", write("a").toString(), HOUR));
    sync.sync();
    write("a\nb");
    clock.advance(HOUR.dividedBy(2));
    sync.sync();
    assertThat(targets.list("provider")).hasSize(1);
    clock.advance(HOUR.dividedBy(2));
    sync.sync();
    assertThat(targets.list("provider")).hasSize(2);
    assertThat(sources.get("registry").orElseThrow().targets()).isEqualTo(2);
  }

  @Test
  void aSourceThatFailsKeepsItsTargetsAndSaysWhy() throws IOException {
    Path file = write("a");
    sources.put(TargetSource.file("registry", "provider", file.toString(), HOUR));
    sync.sync();
    Files.delete(file);
    assertThat(sources.sync("registry").error()).contains("there is no file to read at");
    write("[{\"name\": \"no id\"}]");
    assertThat(sources.sync("registry").error())
        .isEqualTo("targets[0] \"object\": must be an object with external_id, or a name");
    write("[{\"external_id\": \"a\", \"active\": \"perhaps\"}]");
    assertThat(sources.sync("registry").error())
        .isEqualTo("targets[0].active \"perhaps\": must be true or false");
    write("[{\"external_id\": ");
    assertThat(sources.sync("registry").error()).contains("must be JSON");
    write("external_id,colour\na,red");
    assertThat(sources.sync("registry").error()).contains("column colour");
    assertThat(targets.get("provider", "a").orElseThrow().active()).isTrue();
    write("a\nb");
    SourceState well = sources.sync("registry");
    assertThat(well.error()).isNull();
    assertThat(well.targets()).isEqualTo(2);
  }

  @Test
  void aSuddenlyEmptyAnswerIsNotBelieved() throws IOException {
    Path file = write("[]");
    TargetSource source = TargetSource.file("registry", "provider", file.toString(), HOUR);
    sources.put(source);
    assertThat(sources.sync("registry").error()).as("nothing was there before").isNull();
    write("[\"a\", \"b\"]");
    sources.sync("registry");
    write("[]");
    assertThat(sources.sync("registry").error())
        .isEqualTo(
            "it lists no targets where there were 2: they are kept; allow_empty: true would make them inactive");
    assertThat(targets.list("provider")).allMatch(Target::active);
    sources.put(source.withAllowEmpty(true));
    sync.sync();
    assertThat(targets.list("provider")).hasSize(2).noneMatch(Target::active);
  }

  @Test
  void anEndpointIsAskedAndItsTagIsRemembered() throws IOException {
    AtomicReference<String> body =
        new AtomicReference<>("{\"targets\": [{\"external_id\": \"a\"}]}");
    AtomicInteger unchanged = new AtomicInteger();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String text = Objects.requireNonNull(body.get());
          String tag = "\"" + text.hashCode() + "\"";
          boolean same = tag.equals(exchange.getRequestHeaders().getFirst("If-None-Match"));
          byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("ETag", tag);
          int status = text.isEmpty() ? 503 : same ? 304 : 200;
          unchanged.addAndGet(status == 304 ? 1 : 0);
          exchange.sendResponseHeaders(status, status == 200 ? bytes.length : -1);
          if (status == 200) {
            exchange.getResponseBody().write(bytes);
          }
          exchange.close();
        });
    server.start();
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/providers";
      sources.put(TargetSource.http("registry", "provider", url, HOUR));
      assertThat(sources.sync("registry").targets()).isEqualTo(1);
      assertThat(sources.sync("registry").targets()).isEqualTo(1);
      assertThat(unchanged).hasValue(1);
      body.set("");
      assertThat(sources.sync("registry").error()).isEqualTo(url + " answered 503");
      body.set("[\"a\", \"b\"]");
      assertThat(sources.sync("registry").targets()).isEqualTo(2);
    } finally {
      server.stop(0);
    }
    assertThat(sources.sync("registry").error()).isNotNull();
    assertThat(targets.list("provider")).hasSize(2).allMatch(Target::active);
  }

  @Test
  void aQueryListsTargetsAndCannotWrite() {
    database.execute("CREATE TABLE public.sp (address text, title text, ok boolean)");
    database.execute("INSERT INTO public.sp VALUES ('0x1', 'One', true), ('0x2', 'Two', false)");
    sources.put(
        TargetSource.sql(
            "registry",
            "provider",
            "SELECT address AS external_id, title AS name, ok AS approved FROM public.sp;",
            HOUR));
    sync.sync();
    assertThat(rows("SELECT external_id, name, approved FROM rota.target ORDER BY 1"))
        .containsExactly("0x1 One t", "0x2 Two f");
    sources.put(
        TargetSource.sql(
            "bad",
            "provider",
            "WITH gone AS (DELETE FROM public.sp RETURNING address) SELECT address AS external_id FROM gone",
            HOUR));
    assertThat(sources.sync("bad").error()).isNotNull();
    sources.put(TargetSource.sql("worse", "provider", "SELECT 1; DROP TABLE public.sp", HOUR));
    assertThat(sources.sync("worse").error()).contains("without semicolons");
    assertThat(rows("SELECT count(*) FROM public.sp")).containsExactly("2");
  }

  @Test
  void aDisabledSourceIsNotRead() throws IOException {
    sources.put(
        TargetSource.file("registry", "provider", write("a").toString(), HOUR).withEnabled(false));
    sync.sync();
    assertThat(targets.list("provider")).isEmpty();
  }

  @Test
  void anotherSourceTakesOverWhatASourceThatIsGoneHasLeft() throws IOException {
    sources.put(TargetSource.file("old", "provider", write("a").toString(), HOUR));
    sync.sync();
    sources.delete("old");
    sources.put(TargetSource.file("new", "provider", folder.resolve("targets").toString(), HOUR));
    sync.sync();
    assertThat(targets.get("provider", "a").orElseThrow().source()).isEqualTo("new");
    assertThatThrownBy(() -> sources.delete("old"))
        .hasMessageContaining("no source of targets old");
  }

  @Test
  void aWrongAddressIsRefused() {
    assertThatThrownBy(() -> TargetSource.http("r", "provider", "ftp://x", HOUR))
        .hasMessageContaining("http://");
  }

  private List<String> listed(String text) throws IOException {
    database.execute("DELETE FROM rota.target");
    sources.put(TargetSource.file("registry", "provider", write(text).toString(), HOUR));
    assertThat(sources.sync("registry").error()).isNull();
    return targets.list("provider").stream()
        .map(t ->
            String.join(
                " ",
                t.externalId(),
                t.name(),
                String.valueOf(t.url()),
                String.valueOf(t.active()),
                String.valueOf(t.approved())))
        .toList();
  }

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("targets"), text);
  }
}
