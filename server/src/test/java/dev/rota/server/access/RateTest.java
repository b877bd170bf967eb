package dev.rota.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RateTest extends AccessTest {

  @Override
  protected Map<String, String> settings() {
    return Map.of(
        "ROTA_PORT", "0",
        "ROTA_AUTH", "token",
        "ROTA_TOKEN", ADMIN,
        "ROTA_RATE_LIMIT", "1",
        "ROTA_RATE_BURST", "3",
        "ROTA_METRICS_PUBLIC", "true");
  }

  @Test
  void who_is_too_fast_is_told_when_to_come_again() {
    Answer last = as(ADMIN, "GET", "/api/v1/me", "");
    for (int i = 0; i < 10 && last.status() == 200; i++) {
      last = as(ADMIN, "GET", "/api/v1/me", "");
    }
    assertThat(last.status()).isEqualTo(429);
    assertThat(last.at("/code")).isEqualTo("too-fast");
    assertThat(last.at("/detail")).contains("admin-token may send 1 requests a second, 3 at once");
    assertThat(last.headers().firstValue("retry-after")).hasValue("1");
    assertThat(get("/health/live").status()).isEqualTo(200);
    assertThat(get("/metrics").status()).as("metrics are public").isEqualTo(200);
  }

  @Test
  void wrong_tokens_run_out_by_address() {
    Answer last = as("wrong", "GET", "/api/v1/me", "");
    for (int i = 0; i < 10 && last.status() == 401; i++) {
      last = as("wrong", "GET", "/api/v1/me", "");
    }
    assertThat(last.status()).isEqualTo(429);
    assertThat(as(ADMIN, "GET", "/api/v1/me", "").status()).isEqualTo(200);
  }

  @Test
  void a_bucket_fills_by_itself() {
    AtomicLong nanos = new AtomicLong();
    Rate rate = new Rate(2, 2, nanos::get);
    rate.take("a");
    rate.take("a");
    assertThatThrownBy(() -> rate.take("a")).isInstanceOf(Refusal.class);
    rate.take("b");
    nanos.addAndGet(500_000_000);
    rate.take("a");
    assertThatThrownBy(() -> rate.take("a")).isInstanceOf(Refusal.class);
    nanos.addAndGet(60_000_000_000L);
    rate.take("a");
    rate.take("a");
    assertThatThrownBy(() -> rate.take("a")).isInstanceOf(Refusal.class);
    new Rate(0, 1, nanos::get).take("a");
  }
}
