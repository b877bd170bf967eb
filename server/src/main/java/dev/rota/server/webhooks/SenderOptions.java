package dev.rota.server.webhooks;

import dev.rota.server.Settings;
import dev.rota.server.SmtpAddress;
import dev.rota.server.WebhookSettings;
import org.jspecify.annotations.Nullable;

/**
 * SenderOptions are how a node sends.
 *
 * @param allowPrivate whether private, loopback and link-local addresses may be sent to
 * @param smtp the mail server; null if there is none
 * @param from whom mail is from
 */
public record SenderOptions(
    String userAgent, boolean allowPrivate, @Nullable SmtpAddress smtp, String from) {

  public static SenderOptions of(Settings settings, String version) {
    return new SenderOptions(
        "Rota/" + version,
        WebhookSettings.allowsPrivate(settings),
        settings.find(WebhookSettings.SMTP_URL).orElse(null),
        settings.get(WebhookSettings.SMTP_FROM));
  }
}
