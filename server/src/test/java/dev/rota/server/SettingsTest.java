package dev.rota.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SettingsTest {

  @Test
  void everything_has_a_default() {
    var settings = read(Map.of());
    assertThat(settings.get(Settings.HOST)).isEqualTo("127.0.0.1");
    assertThat(settings.get(Settings.PORT)).isEqualTo(8060);
    assertThat(settings.get(Settings.RUN_MODE)).isEqualTo(RunMode.BOTH);
    assertThat(settings.get(Settings.LEASE)).isEqualTo(Duration.ofSeconds(20));
    assertThat(settings.find(Settings.DATABASE_URL)).isEmpty();
  }

  @Test
  void an_alias_counts_where_the_name_is_not_set() {
    assertThat(read(Map.of("DEALBOT_RUN_MODE", "api")).get(Settings.RUN_MODE))
        .isEqualTo(RunMode.API);
    assertThat(
            read(Map.of("DEALBOT_RUN_MODE", "api", "ROTA_RUN_MODE", "worker"))
                .get(Settings.RUN_MODE))
        .isEqualTo(RunMode.WORKER);
  }

  @Test
  void hours_may_have_decimals() {
    assertThat(
            read(Map.of("JOB_CATCHUP_SPREAD_HOURS", "0.25")).get(SchedulerSettings.CATCHUP_SPREAD))
        .isEqualTo(Duration.ofMinutes(15));
    assertThatThrownBy(() -> read(Map.of("ROTA_CATCHUP_SPREAD_HOURS", "some")))
        .hasMessageContaining("ROTA_CATCHUP_SPREAD_HOURS=some is not allowed: it must be a number");
    assertThatThrownBy(() -> read(Map.of("ROTA_CATCHUP_SPREAD_HOURS", "-1")))
        .isInstanceOf(SettingsException.class);
  }

  @Test
  void an_empty_value_counts_as_unset() {
    assertThat(read(Map.of("ROTA_PORT", " ", "DEALBOT_PORT", "81")).get(Settings.PORT))
        .isEqualTo(81);
  }

  @Test
  void private_addresses_are_for_crawlers_whose_api_is_on_loopback_alone() {
    assertThat(CrawlerSettings.allowsPrivate(read(Map.of()))).isTrue();
    assertThat(CrawlerSettings.allowsPrivate(read(Map.of("ROTA_RUN_MODE", "worker")))).isFalse();
    var open = Map.of("ROTA_HOST", "0.0.0.0", "ROTA_AUTH", "token", "ROTA_TOKEN", "x".repeat(32));
    assertThat(CrawlerSettings.allowsPrivate(read(open))).isFalse();
    assertThat(CrawlerSettings.allowsPrivate(read(Map.of("ROTA_CRAWLER_ALLOW_PRIVATE", "false"))))
        .isFalse();
  }

  @Test
  void a_source_is_asked_before_the_one_behind_it() {
    var source =
        SettingsSource.of(Map.of("ROTA_PORT", "1"))
            .or(SettingsSource.of(Map.of("ROTA_PORT", "2", "ROTA_HOST", "::1")));
    var settings = Settings.read(source);
    assertThat(settings.get(Settings.PORT)).isEqualTo(1);
    assertThat(settings.get(Settings.HOST)).isEqualTo("::1");
  }

  @Test
  void every_wrong_setting_is_named_with_its_value_and_what_is_allowed() {
    assertThatThrownBy(() ->
            read(
                Map.of(
                    "ROTA_PORT", "eighty", "DEALBOT_RUN_MODE", "all", "ROTA_LEASE_SECONDS", "1")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining(
            "ROTA_PORT=eighty is not allowed: it must be a whole number from 0 to 65535")
        .hasMessageContaining(
            "DEALBOT_RUN_MODE=all is not allowed: it must be one of api, worker, both")
        .hasMessageContaining(
            "ROTA_LEASE_SECONDS=1 is not allowed: it must be a whole number from 2 to 3600");
  }

  @Test
  void further_ports_are_a_list_without_repetitions() {
    assertThat(read(Map.of("ROTA_COMPAT_PORTS", "3000, 8080")).compatPorts())
        .containsExactly(3000, 8080);
    assertThat(read(Map.of()).compatPorts()).isEmpty();
    for (var wrong : List.of("3000,", "0", "3000,3000", "x")) {
      assertThatThrownBy(() -> read(Map.of("ROTA_COMPAT_PORTS", wrong)))
          .hasMessageContaining(
              "ROTA_COMPAT_PORTS=%s is not allowed: it must be whole numbers from 1 to 65535 with commas between them"
                  .formatted(wrong));
    }
    assertThatThrownBy(() -> read(Map.of("ROTA_COMPAT_PORTS", "8060")))
        .hasMessageContaining("must not name ROTA_PORT=8060 again");
  }

  @Test
  void a_misspelt_setting_is_noticed() {
    assertThat(Settings.unknown(List.of("ROTA_PROT", "ROTA_PORT", "ROTA_JAVA_OPTS", "PATH")))
        .containsExactly(new Settings.Unknown("ROTA_PROT", "ROTA_PORT"));
  }

  @Test
  void a_secret_is_not_repeated() {
    assertThatThrownBy(() -> read(Map.of("ROTA_DATABASE_URL", "mysql://me:hush@there/db")))
        .hasMessageContaining("ROTA_DATABASE_URL=… is not allowed: it must be jdbc:postgresql://")
        .message()
        .doesNotContain("hush");
  }

  @Test
  void an_open_address_needs_authentication() {
    assertThatThrownBy(() -> read(Map.of("ROTA_HOST", "0.0.0.0")))
        .hasMessageContaining("ROTA_HOST=0.0.0.0 is not allowed with ROTA_AUTH=none")
        .hasMessageContaining("ROTA_AUTH=token")
        .hasMessageContaining("rota token create");
    read(Map.of("ROTA_HOST", "0.0.0.0", "ROTA_AUTH", "token"));
    read(Map.of("ROTA_HOST", "0.0.0.0", "ROTA_AUTH", "token", "ROTA_TOKEN", "0123456789abcdef"));
    read(Map.of("ROTA_HOST", "localhost"));
  }

  @Test
  void a_jwt_needs_one_sort_of_key_and_a_key_needs_to_know_for_whom() {
    assertThatThrownBy(() -> read(Map.of("ROTA_AUTH", "jwt")))
        .hasMessageContaining("ROTA_AUTH=jwt needs one of ROTA_JWT_SECRET");
    var secret = "0123456789abcdef0123456789abcdef";
    read(Map.of("ROTA_AUTH", "jwt", "ROTA_JWT_SECRET", secret));
    assertThatThrownBy(() ->
            read(
                Map.of(
                    "ROTA_AUTH", "jwt", "ROTA_JWT_SECRET", secret, "ROTA_JWT_KEY_FILE", "key.pem")))
        .hasMessageContaining("not ROTA_JWT_SECRET and ROTA_JWT_KEY_FILE");
    assertThatThrownBy(() -> read(Map.of("ROTA_AUTH", "jwt", "ROTA_JWT_KEY_FILE", "key.pem")))
        .hasMessageContaining("ROTA_JWT_KEY_FILE needs ROTA_JWT_ISSUER")
        .hasMessageContaining("ROTA_JWT_KEY_FILE needs ROTA_JWT_AUDIENCE");
    assertThatThrownBy(() -> read(Map.of("ROTA_JWT_JWKS_URL", "http://elsewhere/keys")))
        .hasMessageContaining("it must be an https address, or http on loopback");
    assertThatThrownBy(() -> read(Map.of("ROTA_JWT_SECRET", "short")))
        .hasMessageContaining("ROTA_JWT_SECRET=… is not allowed: it must be at least 32");
  }

  @Test
  void tls_takes_both_files() {
    assertThatThrownBy(() -> read(Map.of("ROTA_TLS_CERT", "cert.pem")))
        .hasMessageContaining("ROTA_TLS_CERT needs ROTA_TLS_KEY");
    assertThatThrownBy(() -> read(Map.of("ROTA_TLS_KEY", "key.pem")))
        .hasMessageContaining("ROTA_TLS_KEY needs ROTA_TLS_CERT");
  }

  @Test
  void what_is_in_force_says_where_it_comes_from() {
    var flags = SettingsSource.of(Map.of("ROTA_HOST", "localhost")).as("flag");
    var settings =
        Settings.read(
            flags.or(
                SettingsSource.of(
                    Map.of(
                        "DEALBOT_PORT", "81",
                        "ROTA_LOG_LEVEL", "debug",
                        "ROTA_HOST", "::1",
                        "ROTA_TOKEN", "0123456789abcdef"))));
    assertThat(settings.inForce())
        .extracting(
            SettingInForce::name,
            SettingInForce::value,
            SettingInForce::origin,
            SettingInForce::from)
        .contains(
            tuple("ROTA_HOST", "localhost", "flag", "ROTA_HOST"),
            tuple("ROTA_PORT", "81", "alias", "DEALBOT_PORT"),
            tuple("ROTA_LOG_LEVEL", "debug", "environment", "ROTA_LOG_LEVEL"),
            tuple("ROTA_TOKEN", "…", "environment", "ROTA_TOKEN"),
            tuple("ROTA_RUN_MODE", "both", "default", null),
            tuple("ROTA_DATABASE_URL", null, "default", null))
        .hasSize(Settings.ALL.size());
  }

  @Test
  void a_database_is_addressed_in_either_form() {
    assertThat(address("jdbc:postgresql://a,b:5433/rota?targetServerType=primary"))
        .isEqualTo(
            new DatabaseAddress(
                "jdbc:postgresql://a,b:5433/rota?targetServerType=primary",
                Optional.empty(),
                Optional.empty()));
    assertThat(address("postgres://me:p%40ss+@db:5433/rota?sslmode=require"))
        .isEqualTo(
            new DatabaseAddress(
                "jdbc:postgresql://db:5433/rota?sslmode=require",
                Optional.of("me"),
                Optional.of("p@ss+")));
    assertThat(address("postgresql://a:1,b:2/rota").jdbcUrl())
        .isEqualTo("jdbc:postgresql://a:1,b:2/rota");
    assertThat(address("postgresql://me:hush@db/rota?password=hush").toString())
        .doesNotContain("hush");
  }

  @Test
  void the_documentation_lists_every_setting() throws Exception {
    var page = Path.of("..", "docs", "SETTINGS.md");
    if ("write".equals(System.getProperty("rota.docs"))) {
      Files.writeString(page, SettingsPage.markdown());
    }
    assertThat(page).as("run this test with -Drota.docs=write").hasContent(SettingsPage.markdown());
  }

  private static DatabaseAddress address(String text) {
    return read(Map.of("ROTA_DATABASE_URL", text)).get(Settings.DATABASE_URL);
  }

  private static Settings read(Map<String, String> values) {
    return Settings.read(SettingsSource.of(values));
  }
}
