package dev.rota.server;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** An SmtpAddress is where a mail server is, and whom to be there if the address says so. */
public record SmtpAddress(
    boolean encrypted, String host, int port, @Nullable String user, @Nullable String password) {
  static final Rule<SmtpAddress> RULE =
      new Rule<>(
          "smtp://[user:password@]host[:port] or smtps://[user:password@]host[:port]",
          SmtpAddress::parse);
  private static final int SUBMISSION = 587;
  private static final int SUBMISSIONS = 465;

  public static @Nullable SmtpAddress parse(String text) {
    try {
      URI uri = URI.create(text);
      boolean encrypted = "smtps".equals(uri.getScheme());
      if ((!encrypted && !"smtp".equals(uri.getScheme())) || uri.getHost() == null) {
        return null;
      }
      int port = uri.getPort() < 0 ? (encrypted ? SUBMISSIONS : SUBMISSION) : uri.getPort();
      String login = uri.getRawUserInfo();
      int colon = login == null ? -1 : login.indexOf(':');
      if (login != null && colon < 0) {
        return null;
      }
      return new SmtpAddress(
          encrypted,
          uri.getHost(),
          port,
          login == null ? null : decoded(login.substring(0, colon)),
          login == null ? null : decoded(login.substring(colon + 1)));
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static String decoded(String text) {
    // A plus stands for itself here, unlike in a form.
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return (encrypted ? "smtps://" : "smtp://") + host + ":" + port;
  }
}
