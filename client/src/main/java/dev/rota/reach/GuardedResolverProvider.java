package dev.rota.reach;

import java.net.InetAddress;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolverProvider;

/** A GuardedResolverProvider makes the guarded resolver the one of the process. */
public final class GuardedResolverProvider extends InetAddressResolverProvider {
  private static volatile boolean installed;

  public GuardedResolverProvider() {}

  @Override
  public InetAddressResolver get(Configuration configuration) {
    installed = true;
    return new GuardedResolver(configuration.builtinResolver());
  }

  @Override
  public String name() {
    return "rota-guarded";
  }

  /** Whether this process resolves names by it: a process has one resolver. */
  public static boolean isInstalled() {
    try {
      InetAddress.getByName("localhost");
    } catch (java.net.UnknownHostException e) {
      // Whether it is known does not matter: the resolver has been chosen by now.
      return installed;
    }
    return installed;
  }
}
