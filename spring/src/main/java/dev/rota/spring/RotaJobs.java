package dev.rota.spring;

import dev.rota.NewJob;
import dev.rota.engine.Engine;
import dev.rota.engine.Enqueued;
import java.sql.Connection;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DataSourceUtils;

/**
 * RotaJobs are stored in the transaction of the caller, if there is one: they are there exactly if
 * it commits. Everything else about jobs is in {@link Engine#jobs()}.
 */
public final class RotaJobs {
  private final Engine engine;
  private final DataSource source;

  RotaJobs(Engine engine, DataSource source) {
    this.engine = engine;
    this.source = source;
  }

  public Enqueued enqueue(NewJob job) {
    return enqueue(List.of(job)).getFirst();
  }

  /** Stores all of them, or none. */
  public List<Enqueued> enqueue(List<NewJob> jobs) {
    Connection connection = DataSourceUtils.getConnection(source);
    try {
      return DataSourceUtils.isConnectionTransactional(connection, source)
          ? engine.jobs().enqueue(connection, jobs)
          : engine.jobs().enqueue(jobs);
    } finally {
      DataSourceUtils.releaseConnection(connection, source);
    }
  }
}
