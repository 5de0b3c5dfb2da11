package dev.surehook.benchmarks.handled.contender;

import com.gruelbox.transactionoutbox.Dialect;
import com.gruelbox.transactionoutbox.Instantiator;
import com.gruelbox.transactionoutbox.Persistor;
import com.gruelbox.transactionoutbox.Submitter;
import com.gruelbox.transactionoutbox.ThreadLocalContextTransactionManager;
import com.gruelbox.transactionoutbox.TransactionManager;
import com.gruelbox.transactionoutbox.TransactionOutbox;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * transaction-outbox with its own transaction manager, a submitter of its own with the common number of threads, and the
 * flush loop of its README in the background. The call runs in the transaction that removes it from the outbox. Work is
 * held after it was given to the submitter: that spares it the flush, which writes each row once more.
 */
final class OutboxContender implements Contender {
    private static final int STORE_PER_TRANSACTION = 500;

    /** So long that the flush leaves alone what still waits its turn for a thread. */
    private static final Duration ATTEMPT_FREQUENCY = Duration.ofMinutes(30);

    private final HikariDataSource dataSource;
    private final ThreadLocalContextTransactionManager transactions;
    private final ExecutorService threads;
    private final TransactionOutbox outbox;
    private final Thread flusher;
    private final Gate gate;

    private OutboxContender(
            HikariDataSource dataSource, ThreadLocalContextTransactionManager transactions, Effects effects) {
        this.dataSource = dataSource;
        this.transactions = transactions;
        this.threads = Executors.newFixedThreadPool(THREADS);
        this.gate = new Gate();
        EffectWriter writer = (id, note) -> {
            effects.began();
            transactions.requireTransaction(transaction -> effects.write(transaction.connection(), id, note));
        };
        this.outbox = TransactionOutbox.builder()
                .transactionManager(transactions)
                .persistor(Persistor.forDialect(Dialect.POSTGRESQL_9))
                .instantiator(Instantiator.using(type -> writer))
                .submitter(Submitter.withExecutor(work -> threads.execute(gate.behind(work))))
                .attemptFrequency(ATTEMPT_FREQUENCY)
                .build();
        this.flusher = new Thread(this::flush, "flush");
        flusher.setDaemon(true);
    }

    static Contender open(String jdbcUrl, Effects effects) {
        HikariDataSource dataSource = Pool.open(jdbcUrl);
        OutboxContender contender =
                new OutboxContender(dataSource, TransactionManager.fromDataSource(dataSource), effects);
        contender.flusher.start();
        return contender;
    }

    private void flush() {
        try {
            while (!Thread.interrupted()) {
                boolean more = true;
                while (more) {
                    more = outbox.flush();
                }
                Thread.sleep(ATTEMPT_FREQUENCY.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void hold() {
        gate.close();
    }

    @Override
    public void store(List<Item> items) {
        for (int from = 0; from < items.size(); from += STORE_PER_TRANSACTION) {
            List<Item> batch = items.subList(from, Math.min(from + STORE_PER_TRANSACTION, items.size()));
            transactions.inTransaction(() -> batch.forEach(this::schedule));
        }
    }

    private void schedule(Item item) {
        try {
            outbox.schedule(EffectWriter.class).write(item.id(), item.note());
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void release() {
        gate.open();
    }

    @Override
    public Submission submission(Item item) {
        return () -> transactions.inTransaction(() -> schedule(item));
    }

    @Override
    public String library() {
        return Contender.libraryOf(TransactionOutbox.class);
    }

    @Override
    public void close() {
        flusher.interrupt();
        threads.shutdown();
        dataSource.close();
    }

    /** What the outbox calls later. */
    public interface EffectWriter {
        void write(String id, String note) throws SQLException;
    }
}
