package dev.rota.engine.sql;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import javax.net.SocketFactory;

/**
 * PromptSockets let a listener hear of a notification when it comes. After each one the driver
 * looks for another with a read that may take a millisecond, which is longer than all the rest:
 * here that read ends at once if nothing is there. The driver makes one of these by the name that a
 * connection's property {@code socketFactory} says.
 */
public final class PromptSockets extends SocketFactory {
  /** What the driver sets before it only looks. */
  private static final int LOOK_MILLIS = 1;

  @Override
  public Socket createSocket() {
    return new PromptSocket();
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    throw connectedLater();
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress from, int fromPort)
      throws IOException {
    throw connectedLater();
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    throw connectedLater();
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort)
      throws IOException {
    throw connectedLater();
  }

  private static IOException connectedLater() {
    return new IOException("the driver asks for a socket and connects it by itself");
  }

  private static final class PromptSocket extends Socket {
    @Override
    public InputStream getInputStream() throws IOException {
      return new FilterInputStream(super.getInputStream()) {
        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
          if (getSoTimeout() == LOOK_MILLIS && available() == 0) {
            throw new SocketTimeoutException("nothing has come yet");
          }
          return super.read(bytes, offset, length);
        }
      };
    }
  }
}
