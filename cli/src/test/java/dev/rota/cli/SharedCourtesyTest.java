package dev.rota.cli;

import static dev.rota.cli.RunningNode.SOON;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.rota.JobState;
import dev.rota.NewJob;
import dev.rota.crawler.Crawler;
import dev.rota.crawler.CrawlerOptions;
import dev.rota.engine.Engine;
import dev.rota.engine.EngineEvents;
import dev.rota.engine.EngineOptions;
import dev.rota.engine.pages.SharedTurns;
import dev.rota.testkit.Eventually;
import dev.rota.testkit.TestDatabase;
import dev.rota.worker.Worker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Crawlers on two nodes ask a host one after the other. */
class SharedCourtesyTest {
  private static final Duration DELAY = Duration.ofMillis(100);

  private record Visit(long from, long to) {}

  @Test
  void two_nodes_take_turns_at_a_host_with_the_pause_between_them() throws Exception {
    var bothRun = new CountDownLatch(1);
    var asking = new AtomicInteger();
    var most = new AtomicInteger();
    var visits = new CopyOnWriteArrayList<Visit>();
    var site = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    site.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    site.createContext(
        "/",
        exchange -> {
          var from = System.nanoTime();
          most.accumulateAndGet(asking.incrementAndGet(), Math::max);
          await(bothRun);
          var path = exchange.getRequestURI().getPath();
          var links =
              path.length() > 3
                  ? ""
                  : "<a href='%s1'>1</a><a href='%s2'>2</a>".formatted(path, path);
          var body = ("<html><title>" + path + "</title>" + links).getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "text/html");
          asking.decrementAndGet();
          visits.add(new Visit(from, System.nanoTime()));
          exchange.sendResponseHeaders(path.endsWith("robots.txt") ? 404 : 200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    site.start();
    try (var database = TestDatabase.create("cli", Engine::migrate);
        var one = engine(database, "one");
        var two = engine(database, "two")) {
      var jobs =
          List.of("a", "b").stream()
              .map(part -> "http://127.0.0.1:" + site.getAddress().getPort() + "/" + part)
              .map(url ->
                  NewJob.kind("crawl").queue("crawl").payload("{\"url\": \"" + url + "\"}").build())
              .map(job -> one.jobs().enqueue(job).job())
              .toList();
      try (var first = crawler(one);
          var second = crawler(two);
          var left = worker(one, first);
          var right = worker(two, second)) {
        Eventually.await(
            SOON,
            () ->
                jobs.stream()
                    .allMatch(job -> one.jobs().get(job).orElseThrow().state() == JobState.RUNNING),
            "each node runs a crawl");
        bothRun.countDown();
        Eventually.await(
            SOON,
            () ->
                jobs.stream()
                    .allMatch(
                        job -> one.jobs().get(job).orElseThrow().state() == JobState.COMPLETED),
            "both crawls are done");
        assertThat(left.stats().completed()).isEqualTo(1);
        assertThat(right.stats().completed()).isEqualTo(1);
      }
    } finally {
      site.stop(0);
    }
    assertThat(most).hasValue(1);
    assertThat(visits).hasSizeGreaterThan(8);
    for (var i = 1; i < visits.size(); i++) {
      assertThat(visits.get(i).from() - visits.get(i - 1).to())
          .isGreaterThanOrEqualTo(DELAY.toNanos() - 2_000_000);
    }
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private static Engine engine(TestDatabase database, String name) {
    return Engine.start(
        database.dataSource(), EngineOptions.builder().name(name).build(), EngineEvents.NONE);
  }

  private static Crawler crawler(Engine engine) {
    return new Crawler(
        engine.pages(),
        (kind, id) -> Optional.empty(),
        new SharedTurns(engine.database()),
        CrawlerOptions.DEFAULT.withDelay(DELAY).withAllowPrivate(true));
  }

  private static Worker worker(Engine engine, Crawler crawler) {
    return Worker.on(engine.source()).queue("crawl", 1).handle("crawl", crawler).start();
  }
}
