package dev.rota.worker;

/** A Task is a {@link Handler} without a result. */
@FunctionalInterface
public interface Task {
  void run(JobContext job) throws Exception;
}
