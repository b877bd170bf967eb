package dev.rota.examples.orders;

import dev.rota.NewJob;
import dev.rota.spring.RotaJobs;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Orders are stored together with the job that confirms them: both, or neither. */
@Service
public class Orders {
  private final JdbcClient database;
  private final RotaJobs jobs;

  Orders(JdbcClient database, RotaJobs jobs) {
    this.database = database;
    this.jobs = jobs;
  }

  /** Places an order; gives the job that will confirm it. */
  @Transactional
  public long place(String customer, int amount) {
    long job =
        jobs.enqueue(NewJob.of("confirm", "{\"customer\": \"%s\"}".formatted(customer))).job();
    database
        .sql("INSERT INTO orders (customer, amount) VALUES (?, ?)")
        .params(customer, amount)
        .update();
    if (amount <= 0) {
      throw new IllegalArgumentException("an order of " + amount);
    }
    return job;
  }

  /** Notes that the customer was written to. */
  @Transactional
  public void confirm(String customer) {
    database.sql("UPDATE orders SET confirmed = true WHERE customer = ?").params(customer).update();
  }

  public long confirmed() {
    return database.sql("SELECT count(*) FROM orders WHERE confirmed").query(Long.class).single();
  }

  public long placed() {
    return database.sql("SELECT count(*) FROM orders").query(Long.class).single();
  }
}
