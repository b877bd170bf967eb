package dev.rota.remote;

import java.security.KeyManagementException;
import java.security.Provider;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * A NoTls stands in for TLS where a server is spoken to without: the client of the JDK makes itself
 * ready for TLS before it knows, and reads all certificates of the machine for it, which takes
 * longer than a command may.
 */
final class NoTls extends SSLContextSpi {
  private NoTls() {}

  static SSLContext context() {
    return new Context();
  }

  private static final class Context extends SSLContext {
    Context() {
      super(new NoTls(), new NoProvider(), "none");
    }
  }

  private static final class NoProvider extends Provider {
    private static final long serialVersionUID = 1;

    NoProvider() {
      super("none", "1", "no TLS");
    }
  }

  @Override
  protected SSLParameters engineGetDefaultSSLParameters() {
    return new SSLParameters(new String[0], new String[0]);
  }

  @Override
  protected SSLParameters engineGetSupportedSSLParameters() {
    return engineGetDefaultSSLParameters();
  }

  @Override
  protected void engineInit(
      KeyManager @Nullable [] keys, TrustManager @Nullable [] trust, @Nullable SecureRandom random)
      throws KeyManagementException {
    throw new KeyManagementException("There is no TLS here");
  }

  @Override
  protected SSLSocketFactory engineGetSocketFactory() {
    throw none();
  }

  @Override
  protected SSLServerSocketFactory engineGetServerSocketFactory() {
    throw none();
  }

  @Override
  protected SSLEngine engineCreateSSLEngine() {
    throw none();
  }

  @Override
  protected SSLEngine engineCreateSSLEngine(String host, int port) {
    throw none();
  }

  @Override
  protected SSLSessionContext engineGetServerSessionContext() {
    throw none();
  }

  @Override
  protected SSLSessionContext engineGetClientSessionContext() {
    throw none();
  }

  private static UnsupportedOperationException none() {
    return new UnsupportedOperationException("There is no TLS here");
  }
}
