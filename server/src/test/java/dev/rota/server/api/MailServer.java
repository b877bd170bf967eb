package dev.rota.server.api;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

/** A MailServer takes mail by SMTP from whoever knows its password, and keeps it. */
final class MailServer implements AutoCloseable {
  private final ServerSocket socket;
  private final List<String> mails = new CopyOnWriteArrayList<>();
  private final List<String> recipients = new CopyOnWriteArrayList<>();

  MailServer() {
    try {
      socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::serve);
  }

  int port() {
    return socket.getLocalPort();
  }

  List<String> mails() {
    return mails;
  }

  List<String> recipients() {
    return recipients;
  }

  private void serve() {
    while (!socket.isClosed()) {
      try (Socket client = socket.accept()) {
        talk(client);
      } catch (IOException e) {
        // The next one may do better; a closed socket ends the loop.
      }
    }
  }

  private void talk(Socket client) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
    OutputStream out = client.getOutputStream();
    say(out, "220 test");
    boolean known = false;
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String verb = line.split(" ", 2)[0].toUpperCase(Locale.ROOT);
      switch (verb) {
        case "EHLO", "HELO" -> say(out, "250-test\r\n250 AUTH PLAIN");
        case "AUTH" -> {
          known = plain(line).endsWith("\0rota\0secret");
          say(out, known ? "235 welcome" : "535 who are you");
        }
        case "MAIL" -> say(out, known ? "250 ok" : "530 say who you are");
        case "RCPT" -> {
          recipients.add(line.substring(line.indexOf('<') + 1, line.indexOf('>')));
          say(out, "250 ok");
        }
        case "DATA" -> {
          say(out, "354 go on");
          mails.add(text(in));
          say(out, "250 ok");
        }
        case "QUIT" -> {
          say(out, "221 bye");
          return;
        }
        default -> say(out, "250 ok");
      }
    }
  }

  private static String plain(String auth) {
    byte[] login = Base64.getDecoder().decode(auth.substring(auth.lastIndexOf(' ') + 1));
    return new String(login, StandardCharsets.UTF_8);
  }

  private static String text(BufferedReader in) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String line = in.readLine(); line != null && !line.equals("."); line = in.readLine()) {
      text.append(line).append('\n');
    }
    return text.toString();
  }

  private static void say(OutputStream out, String line) throws IOException {
    out.write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
