package dev.rota.examples.orders;

import dev.rota.spring.RotaHandler;
import dev.rota.worker.JobContext;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.stereotype.Component;

/** Confirmations are written to customers, one job for each order. */
@Component
public class Confirmations {
  private final Orders orders;

  Confirmations(Orders orders) {
    this.orders = orders;
  }

  @RotaHandler("confirm")
  void confirm(JobContext job) {
    String customer =
        (String) JsonParserFactory.getJsonParser().parseMap(job.payload()).get("customer");
    job.progress(50, "writing to " + customer);
    orders.confirm(String.valueOf(customer));
  }
}
