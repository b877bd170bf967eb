package dev.rota.benchmarks.contest;

import java.util.function.Consumer;

/** A JobQueue is what a contestant must be able to do, by its own fastest means. */
public interface JobQueue extends AutoCloseable {
  /** What jobs carry unless something else is said: 80 bytes. */
  String PAYLOAD =
      "{\"account\": 4711, \"subject\": \"a job that does nothing at all, as fast as it can\"}";

  /** Makes its tables where they are not there yet. */
  void prepare() throws Exception;

  /** Stores so many jobs with its call for many. */
  void enqueueAll(int jobs, String payload) throws Exception;

  /** Stores one job, and returns when it is durable; called by several threads at a time. */
  void enqueue(String payload) throws Exception;

  /** Runs jobs from now on: each one's payload goes to the handler. */
  Work work(Consumer<String> handler) throws Exception;

  @Override
  void close();

  /** A Work is a worker that runs until it is closed. */
  interface Work extends AutoCloseable {
    /** Waits until the ends of all jobs that were handled are stored, where that can be asked. */
    default void settle() throws Exception {}

    @Override
    void close();
  }
}
