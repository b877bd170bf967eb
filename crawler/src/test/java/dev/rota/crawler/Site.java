package dev.rota.crawler;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * A Site is a web site on loopback that remembers what it was asked, when, and how much at once.
 */
final class Site implements AutoCloseable {
  private final HttpServer server;
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();
  private final List<Asked> asked = new CopyOnWriteArrayList<>();
  private final AtomicInteger underWay = new AtomicInteger();
  private final AtomicInteger mostUnderWay = new AtomicInteger();
  private volatile LongSupplier clock = System::nanoTime;

  /** How a path is answered. */
  @FunctionalInterface
  interface Answer {
    void to(HttpExchange exchange) throws Exception;
  }

  /** One request as the site saw it. */
  record Asked(String path, long at, Map<String, List<String>> headers) {}

  Site() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
  }

  Site withClock(LongSupplier other) {
    clock = other;
    return this;
  }

  Site on(String path, Answer answer) {
    answers.put(path, answer);
    return this;
  }

  Site page(String path, String html) {
    return on(path, exchange -> send(exchange, 200, "text/html; charset=utf-8", html));
  }

  /** A page with this title and these links. */
  Site links(String path, String title, String... links) {
    StringBuilder html = new StringBuilder("<title>" + title + "</title><p>The page " + title);
    for (String link : links) {
      html.append("<a href='").append(link).append("'>x</a> ");
    }
    return page(path, html.toString());
  }

  Site text(String path, String text) {
    return on(path, exchange -> send(exchange, 200, "text/plain", text));
  }

  Site redirect(String path, String to) {
    return on(
        path,
        exchange -> {
          exchange.getResponseHeaders().add("Location", to);
          exchange.sendResponseHeaders(302, -1);
        });
  }

  static void send(HttpExchange exchange, int status, String type, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", type);
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  int port() {
    return server.getAddress().getPort();
  }

  String url(String path) {
    return "http://127.0.0.1:" + port() + path;
  }

  List<Asked> asked() {
    return asked;
  }

  List<String> paths() {
    return asked.stream().map(Asked::path).toList();
  }

  int mostUnderWay() {
    return mostUnderWay.get();
  }

  private void answer(HttpExchange exchange) throws IOException {
    int now = underWay.incrementAndGet();
    mostUnderWay.accumulateAndGet(now, Math::max);
    String path = exchange.getRequestURI().toString();
    asked.add(new Asked(path, clock.getAsLong(), Map.copyOf(exchange.getRequestHeaders())));
    // Before it is answered: whoever has an answer may ask again before this method is through.
    underWay.decrementAndGet();
    try (exchange) {
      Answer answer = answers.get(path);
      if (answer == null) {
        send(exchange, 404, "text/plain", "nothing here");
      } else {
        answer.to(exchange);
      }
    } catch (IOException e) {
      // The crawler has hung up, as some tests want it to.
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
