package dev.surehook.spring.observe;

import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.outbox.DeliveryEnd;
import dev.surehook.engine.outbox.PublishOutcome;
import dev.surehook.engine.outbox.ResendJob;
import dev.surehook.engine.outbox.SendingListener;
import java.time.Duration;
import java.util.List;

/** Tells several listeners of sending. */
public record SendingListeners(List<SendingListener> all) implements SendingListener {
    public SendingListeners {
        all = List.copyOf(all);
    }

    @Override
    public void published(AccountName account, PublishOutcome outcome, Duration took) {
        all.forEach(listener -> listener.published(account, outcome, took));
    }

    @Override
    public void attempted(AccountName account, EndpointRef endpoint, DeliveryEnd end) {
        all.forEach(listener -> listener.attempted(account, endpoint, end));
    }

    @Override
    public void overtaken(AccountName account, EndpointRef endpoint, DeliveryEnd end) {
        all.forEach(listener -> listener.overtaken(account, endpoint, end));
    }

    @Override
    public void queuedAgain(AccountName account, long deliveries) {
        all.forEach(listener -> listener.queuedAgain(account, deliveries));
    }

    @Override
    public void jobEnded(ResendJob job) {
        all.forEach(listener -> listener.jobEnded(job));
    }

    @Override
    public void purged(int deliveries, int events) {
        all.forEach(listener -> listener.purged(deliveries, events));
    }

    @Override
    public void troubled(String what, Throwable cause) {
        all.forEach(listener -> listener.troubled(what, cause));
    }
}
