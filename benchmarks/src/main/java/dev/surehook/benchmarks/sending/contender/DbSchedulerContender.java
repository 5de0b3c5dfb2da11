package dev.surehook.benchmarks.sending.contender;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.surehook.benchmarks.handled.contender.DbSchedulerTable;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A one-time task of db-scheduler for each delivery, with the settings of its page on performance: lock-and-fetch, with the
 * limits and the 20 threads of its fastest measurement, and immediate execution. The task holds the body; where it goes
 * is known without a look into the database.
 */
final class DbSchedulerContender implements Contender {
    private static final int THREADS = 20;
    /** So that the threads that fetch tasks and keep them alive find a connection when all others work. */
    private static final int MORE_CONNECTIONS = 4;

    private static final int BATCH = 500;
    private static final double LOWER_LIMIT_PER_THREAD = 4;
    private static final double UPPER_LIMIT_PER_THREAD = 20;

    private final HikariDataSource dataSource;
    private final PostedAttempts attempts;
    private final OneTimeTask<String> task;
    private final Scheduler scheduler;
    private long number;

    private DbSchedulerContender(
            HikariDataSource dataSource, PostedAttempts attempts, OneTimeTask<String> task, Scheduler scheduler) {
        this.dataSource = dataSource;
        this.attempts = attempts;
        this.task = task;
        this.scheduler = scheduler;
    }

    static DbSchedulerContender open(String jdbcUrl, Addresses addresses) throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(jdbcUrl);
        config.setMaximumPoolSize(THREADS + MORE_CONNECTIONS);
        HikariDataSource dataSource = new HikariDataSource(config);
        DbSchedulerTable.create(dataSource);
        PostedAttempts attempts = PostedAttempts.in(dataSource, addresses);
        OneTimeTask<String> task = Tasks.oneTime("delivery", String.class)
                .execute((delivery, context) -> attempts.make(
                        Long.parseLong(delivery.getId()), delivery.getData().getBytes(StandardCharsets.UTF_8)));
        Scheduler scheduler = Scheduler.create(dataSource, task)
                .threads(THREADS)
                .pollUsingLockAndFetch(LOWER_LIMIT_PER_THREAD, UPPER_LIMIT_PER_THREAD)
                .enableImmediateExecution()
                .pollingInterval(Duration.ofSeconds(1))
                .build();
        scheduler.start();
        scheduler.pause();
        return new DbSchedulerContender(dataSource, attempts, task, scheduler);
    }

    @Override
    public void hold() {
        scheduler.pause();
    }

    @Override
    public void store(int count) {
        for (int left = count; left > 0; left -= BATCH) {
            List<TaskInstance<?>> tasks = new ArrayList<>();
            for (int i = 0; i < Math.min(BATCH, left); i++) {
                tasks.add(next(Payload.unstamped()));
            }
            scheduler.scheduleBatch(tasks, Instant.now());
        }
    }

    private TaskInstance<String> next(byte[] body) {
        return task.instance(Long.toString(number++), new String(body, StandardCharsets.UTF_8));
    }

    @Override
    public void release() {
        scheduler.resume();
        scheduler.triggerCheckForDueExecutions();
    }

    @Override
    public void submit() {
        scheduler.schedule(next(Payload.stampedNow()), Instant.now());
    }

    @Override
    public Recorded recorded() {
        return attempts.recorded();
    }

    @Override
    public Tally tally() throws Exception {
        return attempts.tally();
    }

    @Override
    public String library() {
        return Contender.libraryOf(Scheduler.class);
    }

    @Override
    public void close() {
        scheduler.stop();
        dataSource.close();
    }
}
