package dev.rota.peers;

import dev.rota.benchmarks.contest.JobQueue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;
import org.quartz.impl.jdbcjobstore.JobStoreTX;

/**
 * A QuartzQueue is Quartz on its JDBC job store: one durable job and a trigger for each run of it,
 * which is the fewest rows, and triggers acquired in batches of as many as there are threads.
 */
final class QuartzQueue implements JobQueue {
  private static final int THREADS = 20;
  private static final JobDetail JOB =
      JobBuilder.newJob(Noop.class).withIdentity("noop").storeDurably().build();
  private static volatile Consumer<String> told = payload -> {};

  private final String url;
  private final AtomicLong ids = new AtomicLong(System.nanoTime());
  private Scheduler scheduler;

  QuartzQueue(String url) throws SchedulerException {
    this.url = url;
    this.scheduler = scheduler();
  }

  @Override
  public void prepare() throws Exception {
    try (Connection connection = DriverManager.getConnection(url)) {
      Pool.execute(connection, tables());
    }
    scheduler.addJob(JOB, true);
  }

  @Override
  public void enqueueAll(int jobs, String payload) throws Exception {
    Set<Trigger> triggers = new HashSet<>();
    for (int i = 0; i < jobs; i++) {
      triggers.add(trigger(payload));
    }
    scheduler.scheduleJobs(Map.of(JOB, triggers), true);
  }

  @Override
  public void enqueue(String payload) throws Exception {
    scheduler.scheduleJob(trigger(payload));
  }

  @Override
  public Work work(Consumer<String> handler) throws Exception {
    told = handler;
    scheduler.start();
    return () -> {
      // A scheduler that was shut down cannot be started again.
      shutdown();
      try {
        scheduler = scheduler();
      } catch (SchedulerException e) {
        throw new IllegalStateException(e);
      }
    };
  }

  @Override
  public void close() {
    shutdown();
  }

  private void shutdown() {
    try {
      scheduler.shutdown(true);
    } catch (SchedulerException e) {
      throw new IllegalStateException(e);
    }
  }

  private Trigger trigger(String payload) {
    return TriggerBuilder.newTrigger()
        .withIdentity(Long.toString(ids.incrementAndGet()))
        .forJob(JOB.getKey())
        .usingJobData("payload", payload)
        .startNow()
        .build();
  }

  private Scheduler scheduler() throws SchedulerException {
    Properties settings = new Properties();
    settings.setProperty("org.quartz.scheduler.instanceName", "peer");
    settings.setProperty("org.quartz.scheduler.skipUpdateCheck", "true");
    settings.setProperty("org.quartz.scheduler.idleWaitTime", "1000");
    settings.setProperty(
        "org.quartz.scheduler.batchTriggerAcquisitionMaxCount", Integer.toString(THREADS));
    settings.setProperty("org.quartz.threadPool.threadCount", Integer.toString(THREADS));
    settings.setProperty("org.quartz.jobStore.class", JobStoreTX.class.getName());
    settings.setProperty(
        "org.quartz.jobStore.driverDelegateClass",
        "org.quartz.impl.jdbcjobstore.PostgreSQLDelegate");
    settings.setProperty("org.quartz.jobStore.useProperties", "true");
    settings.setProperty("org.quartz.jobStore.acquireTriggersWithinLock", "true");
    // A job that waited for a minute would go through the slower handling of misfires.
    settings.setProperty("org.quartz.jobStore.misfireThreshold", "86400000");
    settings.setProperty("org.quartz.jobStore.dataSource", "peer");
    settings.setProperty("org.quartz.dataSource.peer.provider", "hikaricp");
    settings.setProperty("org.quartz.dataSource.peer.driver", "org.postgresql.Driver");
    settings.setProperty("org.quartz.dataSource.peer.URL", Pool.fast(url));
    settings.setProperty("org.quartz.dataSource.peer.maxConnections", Integer.toString(Pool.SIZE));
    return new StdSchedulerFactory(settings).getScheduler();
  }

  /** Its own script, which drops what is there. */
  private static String tables() throws IOException {
    try (InputStream script = JobStoreTX.class.getResourceAsStream("tables_postgres.sql")) {
      return new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** A Noop hands the payload on. */
  public static final class Noop implements Job {
    @Override
    public void execute(JobExecutionContext context) {
      told.accept(context.getMergedJobDataMap().getString("payload"));
    }
  }
}
