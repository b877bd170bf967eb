package dev.rota.server.webhooks;

import dev.rota.engine.webhooks.Delivery;
import dev.rota.engine.webhooks.Dispatch;
import dev.rota.server.SmtpAddress;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.SendFailedException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.Locale;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** A Mail delivers by SMTP: what happened in the subject, all that is known of it in the text. */
final class Mail implements Carrier {
  private final @Nullable SmtpAddress server;
  private final String from;

  Mail(@Nullable SmtpAddress server, String from) {
    this.server = server;
    this.from = from;
  }

  @Override
  public Attempt carry(Dispatch dispatch) {
    if (server == null) {
      return Attempt.hopeless("there is no mail server: ROTA_SMTP_URL is not set on this node");
    }
    try {
      send(server, dispatch);
      return Attempt.arrived(null);
    } catch (SendFailedException e) {
      return Attempt.failed("the mail server refused: " + told(e));
    } catch (MessagingException e) {
      return Attempt.failed("the mail server " + server.host() + " failed: " + told(e));
    }
  }

  private void send(SmtpAddress to, Dispatch dispatch) throws MessagingException {
    Session session = Session.getInstance(properties(to, dispatch));
    Message message = message(session, dispatch);
    try (Transport transport = session.getTransport(to.encrypted() ? "smtps" : "smtp")) {
      transport.connect(to.host(), to.port(), to.user(), to.password());
      transport.sendMessage(message, message.getAllRecipients());
    }
  }

  private static Properties properties(SmtpAddress to, Dispatch dispatch) {
    String protocol = "mail." + (to.encrypted() ? "smtps" : "smtp") + ".";
    String millis = Long.toString(dispatch.timeout().toMillis());
    Properties properties = new Properties();
    properties.setProperty(protocol + "connectiontimeout", millis);
    properties.setProperty(protocol + "timeout", millis);
    properties.setProperty(protocol + "writetimeout", millis);
    properties.setProperty(protocol + "starttls.enable", "true");
    properties.setProperty(protocol + "ssl.checkserveridentity", "true");
    properties.setProperty(protocol + "auth", Boolean.toString(to.user() != null));
    return properties;
  }

  private MimeMessage message(Session session, Dispatch dispatch) throws MessagingException {
    Delivery delivery = dispatch.delivery();
    String about = delivery.subject() == null ? "" : " " + delivery.subject();
    MimeMessage message = new Identified(session, delivery.message());
    message.setFrom(new InternetAddress(from));
    for (String mailbox : dispatch.address().mailboxes()) {
      message.addRecipient(Message.RecipientType.TO, new InternetAddress(mailbox));
    }
    message.setSubject(
        "[Rota] " + delivery.event() + about,
        StandardCharsets.UTF_8.name().toLowerCase(Locale.ROOT));
    message.setSentDate(Date.from(delivery.createdAt()));
    message.setHeader("webhook-id", delivery.message());
    message.setText(
        "Webhook %s of Rota tells: %s%s%n%n%s%n"
            .formatted(delivery.webhook(), delivery.event(), about, Pretty.of(delivery.body())),
        "utf-8");
    message.saveChanges();
    return message;
  }

  private static String told(MessagingException e) {
    return String.valueOf(e.getMessage()).strip();
  }

  /** A message whose id is that of what it tells, so that a repeat can be known as one. */
  private static final class Identified extends MimeMessage {
    private final String id;

    Identified(Session session, String id) {
      super(session);
      this.id = id;
    }

    @Override
    protected void updateMessageID() throws MessagingException {
      setHeader("Message-ID", "<" + id + "@rota>");
    }
  }
}
