package dev.rota.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.server.CurlGuide;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Jobs have tenants and tenants have weights, over HTTP. */
class TenantsTest extends ApiTest {
  @Test
  void the_guide_does_what_it_says() throws Exception {
    List<String> printed = new CurlGuide("tenants.md").run(server.port());

    assertThat(printed)
        .containsExactly(
            "pending\npending\n",
            "{\"name\":\"acme\",\"weight\":3}\n[{\"name\":\"acme\",\"weight\":3}]\n204\n",
            "{\"tenant\":\"acme\",\"jobs\":1,\"period_seconds\":3600,\"used\":0}\n2 started\nquota\n[\"quota\",true]\n1\n204\n");
  }

  @Test
  void a_job_tells_its_tenant() {
    String id = create("{\"kind\": \"k\", \"tenant\": \"acme\", \"delay_seconds\": 60}");

    assertThat(get("/api/v1/jobs/" + id).at("/tenant")).isEqualTo("acme");
  }

  @Test
  void what_is_wrong_is_told() {
    assertThat(put("/api/v1/tenants/acme", "{\"weight\": 0}").text())
        .contains("weight")
        .contains("must be from 1 to 1000");
    assertThat(put("/api/v1/tenants/acme", "{}").text())
        .contains("weight")
        .contains("must be given");
    assertThat(get("/api/v1/tenants/nobody").status()).isEqualTo(404);
    assertThat(get("/api/v1/tenant-quotas").text()).isEqualTo("{\"quotas\":[]}");
    assertThat(get("/api/v1/tenants/nobody/quota").status()).isEqualTo(404);
    assertThat(put("/api/v1/tenants/a/quota", "{\"jobs\": 1}").text()).contains("period_seconds");
    assertThat(put("/api/v1/tenants/a/quota", "{\"jobs\": 0, \"period_seconds\": 1}").text())
        .contains("jobs")
        .contains("must be from 1");
    assertThat(post("/api/v1/jobs", "{\"kind\": \"k\", \"tenant\": \"\"}").text())
        .contains("tenant");
  }
}
