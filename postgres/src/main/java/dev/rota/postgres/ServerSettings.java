package dev.rota.postgres;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * ServerSettings are what the embedded server is told beyond its defaults: sized for a small
 * machine that it shares with the program, and for tables that turn over their rows many times an
 * hour. ALTER SYSTEM overrides them.
 */
final class ServerSettings {

  private ServerSettings() {}

  static Map<String, String> of(int port, boolean durable, Map<String, String> extra) {
    var settings = new LinkedHashMap<String, String>();
    settings.put("port", Integer.toString(port));
    settings.put("listen_addresses", "127.0.0.1");
    settings.put("unix_socket_directories", "");
    settings.put("max_connections", "100");
    settings.put("shared_buffers", "256MB");
    settings.put("effective_cache_size", "1GB");
    settings.put("random_page_cost", "1.1");
    // Short statements on few cores: compiling and forking for one costs more than it saves, and
    // parallel plans need more
    // shared memory than a container has by default.
    settings.put("jit", "off");
    settings.put("max_parallel_workers_per_gather", "0");
    // Rare checkpoints write fewer full pages; the price is a recovery of some seconds after a
    // crash.
    settings.put("checkpoint_timeout", "15min");
    settings.put("max_wal_size", "2GB");
    settings.put("min_wal_size", "256MB");
    // Queue tables live on prompt vacuums: look often, and do not dawdle.
    settings.put("autovacuum_naptime", "10s");
    settings.put("autovacuum_vacuum_cost_limit", "2000");
    settings.put("autovacuum_vacuum_scale_factor", "0.05");
    // Under an old snapshot, vacuums of the queue tables only read, in vain. By default that
    // counts a tenth of writing, and they would hardly ever pause.
    settings.put("vacuum_cost_page_hit", "10");
    settings.put("vacuum_cost_page_miss", "10");
    // Many partitions of history in one transaction.
    settings.put("max_locks_per_transaction", "128");
    settings.put("timezone", "UTC");
    settings.put("log_timezone", "UTC");
    settings.put("log_line_prefix", "%m [%p] %a ");
    settings.put("fsync", durable ? "on" : "off");
    settings.put("synchronous_commit", durable ? "on" : "off");
    settings.put("full_page_writes", durable ? "on" : "off");
    settings.putAll(extra);
    return settings;
  }

  /** The text of a configuration file. */
  static String asFile(Map<String, String> settings) {
    return settings.entrySet().stream()
        .map(setting -> setting.getKey() + " = '" + setting.getValue().replace("'", "''") + "'\n")
        .collect(
            Collectors.joining(
                "", "# Written at every start. Change a setting with ALTER SYSTEM.\n", ""));
  }
}
