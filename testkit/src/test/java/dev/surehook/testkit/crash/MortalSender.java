package dev.surehook.testkit.crash;

import dev.surehook.engine.delivery.HttpSender;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A way out that can die when an answer has come. */
record MortalSender(HttpSender sender, Fuse fuse) implements HttpSender {

    @Override
    public void send(Outbound request, Consumer<Sent> done) {
        String id = request.headers().stream()
                .filter(header -> header.getKey().equals("webhook-id"))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow();
        sender.send(request, sent -> {
            fuse.reach(SendingStep.AFTER_ANSWER, List.of(id));
            done.accept(sent);
        });
    }

    @Override
    public void close() {
        sender.close();
    }
}
