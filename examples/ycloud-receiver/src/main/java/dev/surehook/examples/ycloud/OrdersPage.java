package dev.surehook.examples.ycloud;

import java.util.List;
import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Shows the orders. */
@RestController
class OrdersPage {
    private final Orders orders;

    OrdersPage(Orders orders) {
        this.orders = orders;
    }

    @GetMapping("/orders")
    List<Map<String, Object>> newest() {
        return orders.newest();
    }
}
