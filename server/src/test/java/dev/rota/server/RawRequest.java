package dev.rota.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A RawRequest is bytes that a well-behaved client would not send. */
public record RawRequest(String text) {
  private static final Pattern LENGTH = Pattern.compile("(?i)content-length: (\\d+)");
  private static final int PATIENCE_MS = 20_000;

  /** A request of that method and path, whose connection ends with the answer. */
  public static RawRequest of(String method, String path, String... headers) {
    return new RawRequest(
        "%s %s HTTP/1.1\r\nConnection: close\r\n%s%s\r\n"
            .formatted(
                method, path, String.join("\r\n", headers), headers.length == 0 ? "" : "\r\n"));
  }

  public RawRequest with(String body) {
    return new RawRequest(text + body);
  }

  /** Sends it and gives the answer, empty if the server just ends the connection. */
  public String send(int port) {
    return send(port, RawRequest::answer);
  }

  /** Sends it and gives all that comes until the server ends the connection. */
  public String sendToEnd(int port) {
    return send(port, in -> new String(in.readAllBytes(), StandardCharsets.UTF_8));
  }

  @FunctionalInterface
  private interface Reader {
    String read(InputStream in) throws IOException;
  }

  private String send(int port, Reader reader) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(PATIENCE_MS);
      socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().flush();
      return reader.read(socket.getInputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads as much as the answer says that there is. */
  private static String answer(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    int next = in.read();
    while (next >= 0 && head.indexOf("\r\n\r\n") < 0) {
      head.append((char) next);
      next = head.indexOf("\r\n\r\n") < 0 ? in.read() : 0;
    }
    Matcher length = LENGTH.matcher(head);
    byte[] body = length.find() ? in.readNBytes(Integer.parseInt(length.group(1))) : new byte[0];
    return head + new String(body, StandardCharsets.UTF_8);
  }

  /** The status of the first answer, 0 if there is none. */
  public static int status(String answer) {
    return answer.startsWith("HTTP/1.") ? Integer.parseInt(answer.substring(9, 12)) : 0;
  }
}
