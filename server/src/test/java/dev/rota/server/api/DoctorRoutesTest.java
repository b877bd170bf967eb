package dev.rota.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.server.CurlGuide;
import org.junit.jupiter.api.Test;

class DoctorRoutesTest extends ApiTest {

  @Test
  void the_doctor_tells_what_it_saw_and_what_to_do() throws Exception {
    Answer answer = get("/api/v1/doctor");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.at("/severity")).isIn("ok", "warning", "critical");
    assertThat(answer.at("/findings/0/check")).isEqualTo("version");
    assertThat(answer.at("/findings/0/seen")).startsWith("PostgreSQL ");
    answer
        .json()
        .get("findings")
        .forEach(finding ->
            assertThat(finding.get("severity").asString().equals("ok"))
                .as(finding.toString())
                .isEqualTo(finding.get("command").isNull()));
    assertThat(new CurlGuide("doctor.md").run(server.port())).containsExactly("ok\n");
  }
}
