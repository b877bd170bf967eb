package dev.rota.server;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An AccessCheck finds what is wrong with the settings of access when they are seen together. */
final class AccessCheck {

  private static final String HOW =
      "Set ROTA_AUTH=token and make tokens with: rota token create, or set ROTA_TOKEN; or listen on 127.0.0.1 behind a proxy that lets nobody in unasked";

  private final Settings settings;
  private final List<String> problems = new ArrayList<>();

  AccessCheck(Settings settings) {
    this.settings = settings;
  }

  List<String> problems() {
    checkHost();
    checkJwt();
    checkTls();
    return problems;
  }

  private void checkHost() {
    var host = settings.get(Settings.HOST);
    var open = settings.get(AccessSettings.AUTH) == Authentication.NONE;
    try {
      if (open && !InetAddress.getByName(host).isLoopbackAddress()) {
        problems.add(
            "ROTA_HOST=%s is not allowed with ROTA_AUTH=none: others could reach the server. %s"
                .formatted(host, HOW));
      }
    } catch (UnknownHostException e) {
      problems.add("ROTA_HOST=%s is not allowed: there is no such address".formatted(host));
    }
  }

  private void checkJwt() {
    if (settings.get(AccessSettings.AUTH) != Authentication.JWT) {
      return;
    }
    var keys =
        Stream.of(
                AccessSettings.JWT_SECRET, AccessSettings.JWT_KEY_FILE, AccessSettings.JWT_JWKS_URL)
            .filter(setting -> settings.find(setting).isPresent())
            .map(Setting::name)
            .collect(Collectors.joining(" and "));
    if (keys.isEmpty() || keys.contains(" and ")) {
      problems.add(
          "ROTA_AUTH=jwt needs one of ROTA_JWT_SECRET, ROTA_JWT_KEY_FILE and ROTA_JWT_JWKS_URL%s"
              .formatted(keys.isEmpty() ? "" : ", not " + keys));
      return;
    }
    Stream.of(AccessSettings.JWT_ISSUER, AccessSettings.JWT_AUDIENCE)
        .filter(setting -> settings.find(setting).isEmpty())
        .filter(setting -> !keys.equals(AccessSettings.JWT_SECRET.name()))
        .forEach(setting ->
            problems.add(
                "%s needs %s: a key that signs for others too must not let everybody in"
                    .formatted(keys, setting.name())));
  }

  private void checkTls() {
    var hasCertificate = settings.find(AccessSettings.TLS_CERT).isPresent();
    var hasKey = settings.find(AccessSettings.TLS_KEY).isPresent();
    if (hasCertificate != hasKey) {
      problems.add(
          "%s needs %s: TLS takes both files"
              .formatted(
                  (hasCertificate ? AccessSettings.TLS_CERT : AccessSettings.TLS_KEY).name(),
                  (hasCertificate ? AccessSettings.TLS_KEY : AccessSettings.TLS_CERT).name()));
    }
  }
}
