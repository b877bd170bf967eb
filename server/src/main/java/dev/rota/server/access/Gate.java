package dev.rota.server.access;

import dev.rota.engine.tokens.Role;
import dev.rota.engine.tokens.Tokens;
import dev.rota.server.AccessSettings;
import dev.rota.server.Authentication;
import dev.rota.server.Patience;
import dev.rota.server.Settings;
import dev.rota.server.http.Principal;
import io.helidon.http.Header;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** A Gate is what every request passes: it finds out who asks, and refuses what they may not. */
public final class Gate implements Filter {
  private static final String BULK = "/api/v1/jobs/bulk";
  private static final String METRICS = "/metrics";
  private static final Header NO_SNIFFING =
      HeaderValues.createCached("X-Content-Type-Options", "nosniff");
  private static final int STANDARD_RATE = 1_000;

  private final Settings settings;
  private final Keyring keyring;
  private final Hosts hosts;
  private final Rate rate;
  private final Patience patience;

  public Gate(Settings settings, Tokens tokens) {
    this.settings = settings;
    this.keyring = new Keyring(settings, tokens);
    this.hosts = hosts(settings);
    this.rate = rate(settings);
    this.patience = new Patience(settings.get(AccessSettings.REQUEST_TIMEOUT));
  }

  public void addTo(HttpRouting.Builder routing) {
    routing.addFilter(this);
  }

  @Override
  public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
    int most = mostBytes(request);
    BodyWatch body = new BodyWatch(request, most, patience);
    response.header(NO_SNIFFING);
    request.streamFilter(body);
    try {
      pass(request, most);
      chain.proceed();
    } catch (Refusal refusal) {
      if (body.isUnread()) {
        response.header(HeaderValues.CONNECTION_CLOSE);
      }
      refusal.send(response);
    } finally {
      body.leave();
    }
  }

  private int mostBytes(RoutingRequest request) {
    return settings.get(
        request.path().path().equals(BULK) ? AccessSettings.BULK_LIMIT : AccessSettings.BODY_LIMIT);
  }

  private void pass(RoutingRequest request, int most) {
    Permission permission = permission(request);
    String path = request.path().path();
    boolean isProbe = permission.byAnyName() || (path.equals(METRICS) && asks());
    if (!isProbe) {
      hosts.check(request.headers());
    }
    if (request.headers().contentLength().orElse(0) > most) {
      throw Refusal.of(413, "too-large", "the body must be at most %d bytes".formatted(most));
    }
    if (permission.isForEverybody()) {
      Principal.STRANGER.enter(request);
      return;
    }
    Principal principal = principal(request);
    rate.take(principal.proven() ? principal.name() : address(request));
    check(principal, permission);
    principal.enter(request);
  }

  private Permission permission(RoutingRequest request) {
    return settings.get(AccessSettings.METRICS_PUBLIC) && request.path().path().equals(METRICS)
        ? Permission.EVERYBODY
        : AccessTable.of(
            request.prologue().method().text().toUpperCase(Locale.ROOT),
            request.prologue().uriPath());
  }

  /** Who fails to say who they are is slowed down like others, by the address. */
  private Principal principal(RoutingRequest request) {
    try {
      return keyring.read(request.headers());
    } catch (Refusal refusal) {
      rate.take(address(request));
      throw refusal;
    }
  }

  private static void check(Principal principal, Permission permission) {
    if (principal.isStranger()) {
      throw Refusal.unproven("Send a token as Authorization: Bearer", false);
    }
    Role held = principal.role();
    Role needed = permission.role();
    if (needed != null && (held == null || !held.covers(needed))) {
      throw Refusal.of(
          403,
          "forbidden",
          "That needs the role %s; %s has the role %s"
              .formatted(needed.word(), principal.name(), held == null ? "none" : held.word()));
    }
    String queue = permission.queue();
    boolean isOfQueue = queue != null && (queue.equals(Permission.ANY) || principal.mayUse(queue));
    if (principal.isLimited() && !isOfQueue) {
      throw Refusal.of(
          403,
          "forbidden",
          "%s has the role %s for the queues %s only, and that is not about them alone"
              .formatted(
                  principal.name(),
                  held == null ? "none" : held.word(),
                  String.join(", ", principal.queues().stream().sorted().toList())));
    }
  }

  private boolean asks() {
    return settings.get(AccessSettings.AUTH) != Authentication.NONE;
  }

  private static String address(RoutingRequest request) {
    return request.remotePeer().host();
  }

  private static Hosts hosts(Settings settings) {
    Set<String> allowed = new HashSet<>();
    allowed.add(settings.get(Settings.HOST).toLowerCase(Locale.ROOT));
    settings
        .find(AccessSettings.ALLOWED_HOSTS)
        .ifPresent(names -> names.forEach(name -> allowed.add(name.toLowerCase(Locale.ROOT))));
    return new Hosts(allowed);
  }

  private static Rate rate(Settings settings) {
    int limit =
        settings.find(AccessSettings.RATE_LIMIT).orElse(isLoopback(settings) ? 0 : STANDARD_RATE);
    int burst = settings.find(AccessSettings.RATE_BURST).orElse(Math.max(1, 2 * limit));
    return new Rate(limit, burst, System::nanoTime);
  }

  private static boolean isLoopback(Settings settings) {
    try {
      return InetAddress.getByName(settings.get(Settings.HOST)).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }
}
