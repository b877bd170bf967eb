package dev.rota.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/** A RawConnection is a caller that sends what it likes, when it likes, and hangs up. */
public record RawConnection(Socket socket) implements AutoCloseable {
  private static final int A_WHILE_MS = 100;
  private static final int PATIENCE_MS = 20_000;

  public static RawConnection to(int port) throws IOException {
    return new RawConnection(new Socket(InetAddress.getLoopbackAddress(), port));
  }

  public void send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
  }

  /** Sends a little and waits a little; whether the server still listens. */
  public boolean trickle(String text) {
    try {
      send(text);
      return isSilent();
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether nothing comes for a while. */
  public boolean isSilent() throws IOException {
    socket.setSoTimeout(A_WHILE_MS);
    try {
      int next = socket.getInputStream().read();
      assert next < 256;
      return false;
    } catch (SocketTimeoutException e) {
      return true;
    }
  }

  /** The first line that comes. */
  public String line() throws IOException {
    socket.setSoTimeout(PATIENCE_MS);
    StringBuilder line = new StringBuilder();
    for (int next = socket.getInputStream().read();
        next >= 0 && next != '\n';
        next = socket.getInputStream().read()) {
      line.append((char) next);
    }
    return line.toString().strip();
  }

  /** The rest of an answer that comes in chunks. */
  public String chunks() throws IOException {
    socket.setSoTimeout(PATIENCE_MS);
    StringBuilder text = new StringBuilder();
    int next = socket.getInputStream().read();
    while (next >= 0 && text.indexOf("\r\n0\r\n") < 0) {
      text.append((char) next);
      next = text.indexOf("\r\n0\r\n") < 0 ? socket.getInputStream().read() : -1;
    }
    return text.toString();
  }

  /** Hangs up. */
  @Override
  public void close() throws IOException {
    socket.close();
  }
}
