package dev.rota.examples.orders;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The Shop is an application that takes orders and confirms each of them with a job. */
@SpringBootApplication
public class Shop {
  public static void main(String[] args) {
    SpringApplication.run(Shop.class, args);
  }
}
