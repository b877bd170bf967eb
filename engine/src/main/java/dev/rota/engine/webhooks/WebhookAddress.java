package dev.rota.engine.webhooks;

import dev.rota.InvalidInput;
import dev.rota.Rules;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A WebhookAddress is where a webhook sends to: a server, or people's mailboxes. */
public record WebhookAddress(String text) {
  private static final String MAIL = "mailto:";
  private static final String FIELD = "url";
  private static final String RULE =
      "must be an address as in https://example.org/hook or mailto:ada@example.org";
  private static final Pattern MAILBOX =
      Pattern.compile(
          "[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?");
  private static final int LONGEST = 2_000;
  private static final int MAILBOXES = 20;

  public WebhookAddress {
    if (text.isBlank()) {
      throw new InvalidInput(FIELD, text, RULE);
    }
    Rules.text(FIELD, text, LONGEST);
    if (text.startsWith(MAIL)) {
      checkMail(text);
    } else {
      checkHttp(text);
    }
  }

  static WebhookAddress of(@Nullable String text) {
    return new WebhookAddress(text == null ? "" : text);
  }

  public boolean isMail() {
    return text.startsWith(MAIL);
  }

  /** The mailboxes of a mail address. */
  public List<String> mailboxes() {
    return List.of(text.substring(MAIL.length()).split(",", -1));
  }

  public URI uri() {
    return URI.create(text);
  }

  private static void checkMail(String text) {
    String[] boxes = text.substring(MAIL.length()).split(",", -1);
    if (boxes.length > MAILBOXES) {
      throw new InvalidInput(FIELD, text, "must name at most " + MAILBOXES + " mailboxes");
    }
    for (String box : boxes) {
      if (!MAILBOX.matcher(box).matches()) {
        throw new InvalidInput(
            FIELD, box, "must name mailboxes as in mailto:ada@example.org,bob@example.org");
      }
    }
  }

  private static void checkHttp(String text) {
    try {
      URI uri = new URI(text);
      String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
      if (!(scheme.equals("http") || scheme.equals("https")) || uri.getHost() == null) {
        throw new InvalidInput(FIELD, text, RULE);
      }
      if (uri.getRawUserInfo() != null) {
        throw new InvalidInput(
            FIELD,
            "…@" + uri.getHost(),
            "must not hold a user or a password, which everybody sees");
      }
      if (uri.getRawFragment() != null) {
        throw new InvalidInput(FIELD, text, "must not have a part behind a #");
      }
    } catch (URISyntaxException e) {
      throw new InvalidInput(FIELD, text, RULE);
    }
  }

  @Override
  public String toString() {
    return text;
  }
}
