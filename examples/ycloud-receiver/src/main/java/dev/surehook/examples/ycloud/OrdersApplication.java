package dev.surehook.examples.ycloud;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Starts the shop. */
@SpringBootApplication
public class OrdersApplication {
    protected OrdersApplication() {}

    public static void main(String[] args) {
        SpringApplication.run(OrdersApplication.class, args);
    }
}
