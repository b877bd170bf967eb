package dev.rota.engine.doctor;

import java.time.Duration;
import java.time.InstantSource;

/**
 * DoctorOptions are from where on the doctor worries.
 *
 * @param oldSnapshot how old the snapshot of a session may be; twelve times that is critical
 * @param deadRows how many dead rows a table may have that are more than its live ones
 * @param indexBytes how large an index may be that has much room and few rows
 * @param clock what the node takes for the time
 */
public record DoctorOptions(
    Duration oldSnapshot, long deadRows, long indexBytes, InstantSource clock) {
  public static final DoctorOptions STANDARD =
      new DoctorOptions(Duration.ofMinutes(5), 100_000, 64L << 20, InstantSource.system());
}
