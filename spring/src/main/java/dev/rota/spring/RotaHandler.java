package dev.rota.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A RotaHandler is a method of a bean that does the jobs of one kind. It takes a {@code JobContext}
 * or the payload as a String, and returns the result as JSON text, or nothing.
 *
 * <pre>{@code
 * @RotaHandler("confirm")
 * void confirm(JobContext job) { … }
 * }</pre>
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface RotaHandler {
  /** The kind of its jobs. */
  String value();

  /** How many at a time, over all queues; 0 leaves it to the queues. */
  int concurrency() default 0;
}
