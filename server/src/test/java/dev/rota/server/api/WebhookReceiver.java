package dev.rota.server.api;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

/**
 * A WebhookReceiver is a server that webhooks go to: it answers as it is told, keeps what it got,
 * and takes in each message once.
 */
final class WebhookReceiver implements AutoCloseable {
  static final int HANG = 0;

  private final HttpServer server;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Queue<Integer> answers = new ArrayDeque<>();
  private final Set<String> known = new HashSet<>();
  private final List<Got> got = new CopyOnWriteArrayList<>();
  private String retryAfter = "";

  /**
   * One request.
   *
   * @param isDouble whether it has come before
   */
  record Got(Map<String, List<String>> headers, String body, boolean isDouble) {
    String header(String name) {
      return headers.getOrDefault(name, List.of("")).get(0);
    }
  }

  WebhookReceiver() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::take);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/hook";
  }

  /** Answers the next requests with these, and all that follow with 204. */
  synchronized WebhookReceiver answer(Integer... statuses) {
    answers.addAll(List.of(statuses));
    return this;
  }

  synchronized WebhookReceiver retryAfter(String value) {
    retryAfter = value;
    return this;
  }

  List<Got> got() {
    return got;
  }

  private void take(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    int answer = kept(exchange, body);
    if (answer == HANG) {
      try {
        closed.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    } else {
      exchange.sendResponseHeaders(answer, -1);
    }
    exchange.close();
  }

  private synchronized int kept(HttpExchange exchange, String body) {
    Integer planned = answers.poll();
    int answer = planned == null ? 204 : planned;
    Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.putAll(exchange.getRequestHeaders());
    String id = headers.getOrDefault("webhook-id", List.of("")).get(0);
    boolean isDouble = answer == 204 && !known.add(id);
    got.add(new Got(headers, body, isDouble));
    if (!retryAfter.isEmpty()) {
      exchange.getResponseHeaders().add("Retry-After", retryAfter);
    }
    if (answer == 302) {
      exchange.getResponseHeaders().add("Location", url());
    }
    return answer;
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
  }
}
