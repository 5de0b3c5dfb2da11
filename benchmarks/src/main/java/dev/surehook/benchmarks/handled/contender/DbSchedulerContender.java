package dev.surehook.benchmarks.handled.contender;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * db-scheduler with the settings of its page on performance: lock-and-fetch, with the limits of its fastest measurement
 * with 20 threads, and immediate execution. It completes a task in a statement of its own after the handler's
 * transaction and cannot join it.
 */
final class DbSchedulerContender implements Contender {
    private static final double LOWER_LIMIT_PER_THREAD = 4;
    private static final double UPPER_LIMIT_PER_THREAD = 20;

    private final HikariDataSource dataSource;
    private final OneTimeTask<String> task;
    private final Scheduler scheduler;

    private DbSchedulerContender(HikariDataSource dataSource, OneTimeTask<String> task, Scheduler scheduler) {
        this.dataSource = dataSource;
        this.task = task;
        this.scheduler = scheduler;
    }

    static Contender open(String jdbcUrl, Effects effects) throws SQLException {
        HikariDataSource dataSource = Pool.open(jdbcUrl);
        DbSchedulerTable.create(dataSource);
        OneTimeTask<String> task = Tasks.oneTime("effect", String.class).execute((item, context) -> {
            effects.began();
            try (Connection connection = dataSource.getConnection()) {
                effects.write(connection, item.getId(), item.getData());
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
        Scheduler scheduler = Scheduler.create(dataSource, task)
                .threads(THREADS)
                .pollUsingLockAndFetch(LOWER_LIMIT_PER_THREAD, UPPER_LIMIT_PER_THREAD)
                .enableImmediateExecution()
                .pollingInterval(Duration.ofSeconds(1))
                .build();
        scheduler.start();
        return new DbSchedulerContender(dataSource, task, scheduler);
    }

    @Override
    public void hold() {
        scheduler.pause();
    }

    @Override
    public void store(List<Item> items) {
        List<TaskInstance<?>> tasks = new ArrayList<>(items.size());
        for (Item item : items) {
            tasks.add(task.instance(item.id(), item.note()));
        }
        scheduler.scheduleBatch(tasks, Instant.now());
    }

    @Override
    public void release() {
        scheduler.resume();
        scheduler.triggerCheckForDueExecutions();
    }

    @Override
    public Submission submission(Item item) {
        TaskInstance<String> instance = task.instance(item.id(), item.note());
        return () -> scheduler.schedule(instance, Instant.now());
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
