package dev.rota.reach;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Reach is which addresses a request may go to. Crawls and webhooks are written by people who may
 * not otherwise get at the machines around the server, among them those that hand out credentials.
 */
@FunctionalInterface
public interface Reach {
  /** Everything. */
  Reach ANYWHERE = address -> null;

  /** What anybody on the internet could reach. */
  Reach PUBLIC = Reach::notPublic;

  /** Why not; null if it may be connected to. */
  @Nullable String refusal(InetAddress address);

  /** Why a host may not be connected to, as its name resolves now; null if it may. */
  default @Nullable String refusal(String host) throws UnknownHostException {
    for (InetAddress address : InetAddress.getAllByName(host)) {
      String refusal = refusal(address);
      if (refusal != null) {
        return "%s is out of reach: %s %s".formatted(host, address.getHostAddress(), refusal);
      }
    }
    return null;
  }

  private static @Nullable String notPublic(InetAddress address) {
    byte[] bytes = address.getAddress();
    return switch (address) {
      case Inet4Address four -> Blocks.refusal(Blocks.V4, bytes);
      case Inet6Address six -> {
        byte[] inside = Blocks.embedded(bytes);
        if (inside != null) {
          yield Blocks.refusal(Blocks.V4, inside);
        }
        boolean global = (bytes[0] & 0xE0) == 0x20;
        yield global ? Blocks.refusal(Blocks.V6, bytes) : "is not a public address";
      }
      default -> "is of an unknown sort";
    };
  }

  /** A Block is a range of addresses that are not public: those that begin with the same bits. */
  final class Block {
    private final byte[] prefix;
    private final int bits;
    private final String what;

    Block(byte[] prefix, int bits, String what) {
      this.prefix = prefix;
      this.bits = bits;
      this.what = what;
    }

    boolean holds(byte[] address) {
      for (int bit = 0; bit < bits; bit++) {
        int mask = 0x80 >> bit % 8;
        if ((address[bit / 8] & mask) != (prefix[bit / 8] & mask)) {
          return false;
        }
      }
      return true;
    }

    String what() {
      return what;
    }
  }

  /** The Blocks of the registries of special-purpose addresses (RFC 6890 and its successors). */
  final class Blocks {
    static final List<Block> V4 =
        List.of(
            v4(8, "this network", 0),
            v4(8, "private", 10),
            v4(10, "shared by a provider", 100, 64),
            v4(8, "loopback", 127),
            v4(16, "link-local", 169, 254),
            v4(12, "private", 172, 16),
            v4(24, "reserved", 192, 0, 0),
            v4(24, "for documentation", 192, 0, 2),
            v4(24, "reserved", 192, 88, 99),
            v4(16, "private", 192, 168),
            v4(15, "for benchmarks", 198, 18),
            v4(24, "for documentation", 198, 51, 100),
            v4(24, "for documentation", 203, 0, 113),
            v4(4, "multicast", 224),
            v4(4, "reserved", 240));
    static final List<Block> V6 =
        List.of(
            new Block(new byte[] {0x20, 0x01, 0x0d, (byte) 0xb8}, 32, "for documentation"),
            new Block(new byte[] {0x3f, (byte) 0xff, 0x00}, 20, "for documentation"));

    private Blocks() {}

    static @Nullable String refusal(List<Block> blocks, byte[] address) {
      return blocks.stream()
          .filter(block -> block.holds(address))
          .map(block -> "is a " + block.what() + " address")
          .findFirst()
          .orElse(null);
    }

    /** The IPv4 address that an IPv6 address stands for, by whichever way of translation. */
    static byte @Nullable [] embedded(byte[] six) {
      boolean zeros = allZero(six, 0, 8);
      boolean mapped = zeros && allZero(six, 8, 10) && six[10] == -1 && six[11] == -1;
      boolean translated =
          six[0] == 0
              && six[1] == 0x64
              && six[2] == -1
              && (six[3] & 0xFF) == 0x9b
              && allZero(six, 4, 12);
      if (mapped || translated || (zeros && allZero(six, 8, 12) && !allZero(six, 12, 14))) {
        return Arrays.copyOfRange(six, 12, 16);
      }
      if (six[0] == 0x20 && six[1] == 0x02) {
        return Arrays.copyOfRange(six, 2, 6);
      }
      if (six[0] == 0x20 && six[1] == 0x01 && six[2] == 0 && six[3] == 0) {
        byte[] four = Arrays.copyOfRange(six, 12, 16);
        for (int i = 0; i < 4; i++) {
          four[i] = (byte) ~four[i];
        }
        return four;
      }
      return null;
    }

    private static boolean allZero(byte[] bytes, int from, int to) {
      for (int i = from; i < to; i++) {
        if (bytes[i] != 0) {
          return false;
        }
      }
      return true;
    }

    private static Block v4(int bits, String what, int... bytes) {
      byte[] prefix = new byte[4];
      for (int i = 0; i < bytes.length; i++) {
        prefix[i] = (byte) bytes[i];
      }
      return new Block(prefix, bits, what);
    }
  }
}
