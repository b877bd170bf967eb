package dev.rota.server;

import java.util.List;

/** WebhookSettings are the settings of what is told to others: by HTTP, and by mail. */
public final class WebhookSettings {

  public static final Setting<Boolean> ALLOW_PRIVATE =
      Setting.of(
          "ROTA_WEBHOOKS_ALLOW_PRIVATE",
          "",
          Rule.flag(),
          "Whether webhooks may go to private, loopback and link-local addresses ([guide](guides/notifications.md)); unset means: only if this node serves the API, and on a loopback address alone");

  public static final Setting<Integer> CONCURRENCY =
      Setting.of(
          "ROTA_WEBHOOKS_CONCURRENCY",
          "32",
          Rule.number(1, 1_000),
          "How many deliveries to webhooks this node makes at once");

  public static final Setting<SmtpAddress> SMTP_URL =
      Setting.of(
              "ROTA_SMTP_URL",
              "",
              SmtpAddress.RULE,
              "The mail server that webhooks with mail addresses send by; `smtps` encrypts from the start, `smtp` as soon as the server offers it")
          .asSecret();

  public static final Setting<String> SMTP_FROM =
      Setting.of(
          "ROTA_SMTP_FROM",
          "rota@localhost",
          new Rule<>(
              "a mail address", value -> value.matches("[^@\\s<>]+@[^@\\s<>]+") ? value : null),
          "Whom that mail is from");

  static final List<Setting<?>> ALL = List.of(ALLOW_PRIVATE, CONCURRENCY, SMTP_URL, SMTP_FROM);

  private WebhookSettings() {}

  /** Whether private addresses may be told: whoever puts webhooks is on them already. */
  public static boolean allowsPrivate(Settings settings) {
    return settings.find(ALLOW_PRIVATE).orElseGet(() -> settings.servesLoopbackOnly());
  }
}
