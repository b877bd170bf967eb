package dev.rota.engine.webhooks;

import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A Telling puts what happened into JSON, as the API shows it. */
public interface Telling {
  /** Those of some jobs that exist, by their ids. */
  Map<Long, String> jobs(Collection<Long> ids);

  /** Those of some executions that exist, by their ids. */
  Map<Long, String> executions(Collection<Long> ids);

  /** A schedule; null if there is no such. */
  @Nullable String schedule(String name);

  /** An alert, from what was noted of it. */
  String alert(String noted);

  /** The id of a job. */
  String job(long id);
}
