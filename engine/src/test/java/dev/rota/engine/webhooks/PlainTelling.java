package dev.rota.engine.webhooks;

import dev.rota.Execution;
import dev.rota.Job;
import dev.rota.Json;
import dev.rota.engine.Engine;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

/** A PlainTelling tells as little as tests need. */
record PlainTelling(Engine engine) implements Telling {
  @Override
  public Map<Long, String> jobs(Collection<Long> ids) {
    return engine.jobs().get(ids).stream()
        .collect(Collectors.toMap(Job::id, job -> "{\"id\":" + job.id() + "}"));
  }

  @Override
  public Map<Long, String> executions(Collection<Long> ids) {
    return engine.jobs().executions(ids).stream()
        .collect(
            Collectors.toMap(
                Execution::id, one -> "{\"status\":" + Json.quote(one.status()) + "}"));
  }

  @Override
  public String schedule(String name) {
    return "{\"name\":" + Json.quote(name) + "}";
  }

  @Override
  public String alert(String noted) {
    return noted;
  }

  @Override
  public String job(long id) {
    return Long.toString(id);
  }
}
