package dev.surehook.spring;

import dev.surehook.engine.event.Event;
import dev.surehook.engine.inbox.PlainBody;
import dev.surehook.engine.source.RetrySchedule;
import dev.surehook.engine.source.Source;
import dev.surehook.engine.work.Attempt;
import dev.surehook.engine.work.EventHandler;
import dev.surehook.engine.work.LeaseLost;
import dev.surehook.engine.work.NoTurn;
import io.micrometer.observation.Observation;
import java.io.IOException;
import java.lang.reflect.Type;
import java.sql.Connection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.TransactionStatus;

/**
 * Brings a source's events to the application's methods. Method and "processed" mark run in one transaction of the
 * application's own transaction manager: the mark is written last, so a lease that ended meanwhile rolls back what the
 * method did, and a commit whose answer got lost is found out by the fence.
 */
final class TransactionalHandler implements EventHandler {
    private static final Logger LOG = LoggerFactory.getLogger("surehook");

    private final Source source;
    private final HandlerMethods methods;
    private final HostTransactions host;
    private final PayloadReader reader;
    private final Unrecoverable unrecoverable;
    private final Observations observations;
    private final List<String> envelope;

    TransactionalHandler(
            Source source,
            HandlerMethods methods,
            HostTransactions host,
            PayloadReader reader,
            Unrecoverable unrecoverable,
            Observations observations) {
        this.source = source;
        this.methods = methods;
        this.host = host;
        this.reader = reader;
        this.unrecoverable = unrecoverable;
        this.observations = observations;
        this.envelope = PayloadPlace.of(source.provider());
    }

    @Override
    public Optional<RetrySchedule> retries(Event event) {
        return methodFor(event)
                .flatMap(method -> method.retries(source.work().retries().jitter()));
    }

    private Optional<HandlerMethod> methodFor(Event event) {
        return methods.find(source.name().value(), event.type());
    }

    @Override
    public Outcome handle(Attempt attempt) {
        // A node of the version before, during a deployment: one that knows the type takes it later.
        return methodFor(attempt.event())
                .map(method -> handle(List.of(attempt), method, observations.of(attempt.event(), method)))
                .orElseGet(() -> new NotHere("no handler on this node takes the type "
                        + attempt.event().type()));
    }

    @Override
    public Outcome handleAll(List<Attempt> attempts) {
        Optional<HandlerMethod> method = methodFor(attempts.get(0).event());
        // The lane was chosen when the event came; which method takes it may have changed since. Not by their hashes: a
        // bean
        // may have one of its own that changes with what it does.
        boolean together =
                attempts.stream().allMatch(attempt -> methodFor(attempt.event()).equals(method));
        if (!together || method.isEmpty() || !method.get().takesSeveral()) {
            return new Failed("no method on this node takes these together");
        }
        return handle(attempts, method.get(), observations.of(source.name(), attempts.size(), method.get()));
    }

    private Outcome handle(List<Attempt> attempts, HandlerMethod method, Observation observation) {
        Attempt first = attempts.get(0);
        HandlerRun observed = new HandlerRun(observation);
        try {
            return first.inTurn(() -> host.inTransaction(transaction -> run(attempts, method, transaction, observed)));
        } catch (NoTurn e) {
            return new NotBegun(String.valueOf(e.getMessage()));
        } catch (LeaseLost e) {
            observed.failed(e);
            return new Failed(String.valueOf(e.getMessage()));
        } catch (Exception e) {
            observed.failed(e);
            return failed(attempts, method, e);
        } finally {
            observed.end();
        }
    }

    private Outcome run(
            List<Attempt> attempts, HandlerMethod method, TransactionStatus transaction, HandlerRun observed)
            throws Exception {
        Connection connection = host.connection();
        attempts.get(0).beginIn(connection);
        observed.begin();
        method.invoke(
                attempts.stream().map(WebhookEvent::of).toList(),
                (index, type, unwrap) -> payload(attempts.get(index).event(), type, unwrap));
        if (transaction.isRollbackOnly()) {
            // It would end without an error, and without its effect.
            throw new IllegalStateException("the handler marked its transaction for rollback");
        }
        String detail = "handled by " + method.name()
                + (attempts.size() == 1 ? "" : " with " + (attempts.size() - 1) + " others");
        Attempt.processedIn(connection, attempts, detail);
        return new Processed(detail);
    }

    private @Nullable Object payload(Event event, Type type, boolean unwrap) throws UnreadablePayload {
        try {
            byte[] plain = PlainBody.of(event, source.intake().maxBodyBytes());
            return reader.read(plain, unwrap ? envelope : List.of(), type);
        } catch (IOException e) {
            throw new UnreadablePayload(String.valueOf(e.getMessage()));
        }
    }

    private Outcome failed(List<Attempt> attempts, HandlerMethod method, Exception failure) {
        Attempt first = attempts.get(0);
        if (attempts.size() == 1) {
            LOG.warn(
                    "{} failed on {} {} attempt {}",
                    method.name(),
                    source.name(),
                    first.event().ref(),
                    first.number(),
                    failure);
        } else {
            LOG.warn(
                    "{} failed on {} events of {} together; each is tried alone now",
                    method.name(),
                    attempts.size(),
                    source.name(),
                    failure);
        }
        String detail = failure.getClass().getSimpleName() + ": " + failure.getMessage();
        return unrecoverable.is(failure) ? new Refused(detail) : new Failed(detail);
    }
}
