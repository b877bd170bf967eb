package dev.rota.engine.deadletters;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FingerprintTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "order 4711 is 12.50 late at 09:30:00 | order <n> is <n> late at <n>",
        "no user 0b5c2d3e-0000-4000-8000-0123456789ab | no user <id>",
        "connect to 10.0.0.7:5432 refused | connect to <address> refused",
        "connect to fe80::1 refused | connect to <address> refused",
        "GET https://example.com/a/17?x=1 gave 503 | GET <address> gave <n>",
        "mail to ada@example.com bounced | mail to <address> bounced",
        "java.lang.Object@1b6d3586 is null | java.lang.Object@<address> is null",
        "object deadbeef01 and 0x7fff12 | object <id> and <address>",
        "token sk12345678901234567890 is over | token <id> is over",
        "connection reset | connection reset",
      })
  void whatIsDifferentEachTimeIsLeftOut(String message, String blanked) {
    assertThat(Fingerprint.of("E", message, null).message()).isEqualTo(blanked);
  }

  @Test
  void theTopmostFramesCountWithoutTheirLines() {
    String java =
        """
        java.io.IOException: x 1
        \tat a.B.c(B.java:17)
        \tat a.B.lambda$d$0(B.java:18)
        \tat a.Main.main(Main.java:3)
        \tat a.Deeper.still(Deeper.java:9)
        """;
    Fingerprint one = Fingerprint.of("java.io.IOException", "x 1", java);
    assertThat(one.frames().lines()).hasSize(3).first().isEqualTo("at a.B.c(B.java");
    assertThat(Fingerprint.of("java.io.IOException", "x 2", java.replace(":17", ":99")).id())
        .isEqualTo(one.id());
    assertThat(Fingerprint.of("java.io.IOException", "x 1", java.replace("B.c", "B.e")).id())
        .isNotEqualTo(one.id());
    assertThat(Fingerprint.of("java.net.SocketException", "x 1", java).id()).isNotEqualTo(one.id());
  }

  @Test
  void framesOfOtherLanguagesCountToo() {
    assertThat(
            Fingerprint.of("ValueError", "x", "Traceback:\n  File \"a.py\", line 3, in f\n    f()")
                .frames())
        .isEqualTo("File \"a.py\", in f");
    assertThat(Fingerprint.of("Error", "x", "Error: x\n    at f (/app/a.js:3:14)").frames())
        .isEqualTo("at f (/app/a.js");
  }
}
