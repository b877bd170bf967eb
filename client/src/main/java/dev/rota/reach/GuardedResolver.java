package dev.rota.reach;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * A GuardedResolver is the process's resolver of host names with one addition: while a host is
 * guarded, its name does not resolve to addresses that are out of reach. {@code java.net.http}
 * resolves names by itself, when it connects; a name that answered with a public address when it
 * was checked may answer with a private one then.
 */
public final class GuardedResolver implements InetAddressResolver {
  private static final Map<String, Guard> GUARDS = new ConcurrentHashMap<>();

  private final InetAddressResolver real;

  GuardedResolver(InetAddressResolver real) {
    this.real = real;
  }

  /** A Guard is the watch over one host, by as many requests as are under way. */
  private record Guard(Reach reach, int holders) {}

  /** A Hold keeps a host guarded until it is released. */
  public interface Hold {
    void release();
  }

  /** Guards a host. Whoever holds it first says what is within reach. */
  public static Hold guard(String host, Reach reach) {
    String name = host.toLowerCase(Locale.ROOT);
    GUARDS.merge(
        name, new Guard(reach, 1), (there, one) -> new Guard(there.reach(), there.holders() + 1));
    return () ->
        GUARDS.computeIfPresent(
            name,
            (key, there) ->
                there.holders() == 1 ? null : new Guard(there.reach(), there.holders() - 1));
  }

  /** The addresses are judged after they were found: what is guarded by then is never given out. */
  @Override
  public Stream<InetAddress> lookupByName(String host, LookupPolicy policy)
      throws UnknownHostException {
    List<InetAddress> found = real.lookupByName(host, policy).toList();
    Guard guard = GUARDS.get(host.toLowerCase(Locale.ROOT));
    if (guard != null) {
      for (InetAddress address : found) {
        String refusal = guard.reach().refusal(address);
        if (refusal != null) {
          throw new UnknownHostException(
              host + ": " + address.getHostAddress() + " " + refusal + ", out of reach");
        }
      }
    }
    return found.stream();
  }

  @Override
  public String lookupByAddress(byte[] address) throws UnknownHostException {
    return real.lookupByAddress(address);
  }
}
