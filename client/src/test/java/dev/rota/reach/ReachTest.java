package dev.rota.reach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolver.LookupPolicy;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which addresses are within reach, and that names cannot change their minds about it. */
final class ReachTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0",
        "10.1.2.3",
        "100.64.0.1",
        "100.127.255.255",
        "127.0.0.1",
        "127.8.8.8",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.8",
        "192.168.1.1",
        "198.18.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "fe80::1",
        "fc00::1",
        "fd00:ec2::254",
        "ff02::1",
        "fec0::1",
        "::ffff:10.0.0.1",
        "::10.0.0.1",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::1",
        "2002:7f00:1::1",
        "2001:0:1:2:3:4:80ff:fffe",
        "2001:db8::1",
        "100::1"
      })
  void what_is_not_public_is_out_of_reach(String address) throws Exception {
    assertThat(Reach.PUBLIC.refusal(InetAddress.getByName(address))).isNotNull();
    assertThat(Reach.ANYWHERE.refusal(InetAddress.getByName(address))).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.1.1.1",
        "100.63.255.255",
        "100.128.0.1",
        "172.15.0.1",
        "172.32.0.1",
        "192.169.0.1",
        "2606:4700::1111",
        "::ffff:1.1.1.1",
        "64:ff9b::101:101",
        "2002:101:101::1"
      })
  void what_is_public_is_within_reach(String address) throws Exception {
    assertThat(Reach.PUBLIC.refusal(InetAddress.getByName(address))).isNull();
  }

  @Test
  void a_name_that_answers_otherwise_when_it_is_connected_to_does_not_resolve() throws Exception {
    Names names = new Names("1.1.1.1", "127.0.0.1", "127.0.0.1");
    GuardedResolver resolver = new GuardedResolver(names);
    GuardedResolver.Hold first = GuardedResolver.guard("Rebound.example", Reach.PUBLIC);
    GuardedResolver.Hold second = GuardedResolver.guard("rebound.example", Reach.PUBLIC);
    assertThat(resolver.lookupByName("rebound.example", names.policy()))
        .containsExactly(InetAddress.getByName("1.1.1.1"));
    first.release();
    assertThatThrownBy(() -> resolver.lookupByName("rebound.example", names.policy()))
        .isInstanceOf(UnknownHostException.class)
        .hasMessageContaining("127.0.0.1 is a loopback address");
    second.release();
    assertThat(resolver.lookupByName("rebound.example", names.policy()))
        .as("what others may do is their own affair")
        .containsExactly(InetAddress.getLoopbackAddress());
  }

  /** Names that resolve to one address after the other. */
  private static final class Names implements InetAddressResolver {
    private final String[] addresses;
    private int next;

    Names(String... addresses) {
      this.addresses = addresses;
    }

    LookupPolicy policy() {
      return LookupPolicy.of(LookupPolicy.IPV4);
    }

    @Override
    public Stream<InetAddress> lookupByName(String host, LookupPolicy policy)
        throws UnknownHostException {
      return Stream.of(InetAddress.getAllByName(addresses[next++]));
    }

    @Override
    public String lookupByAddress(byte[] address) {
      throw new UnsupportedOperationException();
    }
  }
}
