package dev.surehook.benchmarks.handled.contender;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.configuration.JobRunrConfiguration.JobRunrConfigurationResult;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.server.BackgroundJobServer;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.server.JobActivator;
import org.jobrunr.storage.sql.common.SqlStorageProviderFactory;
import org.jobrunr.utils.mapper.jackson3.Jackson3JsonMapper;

/**
 * JobRunr's free edition on its SQL storage, with job requests, which need no analysis of byte code, and the shortest
 * poll interval that it allows; it takes up more work by itself as soon as workers are free. To join the handler's
 * transaction is left to its paid edition.
 */
final class JobRunrContender implements Contender {
    private static final Duration SHORTEST_POLL = Duration.ofSeconds(5);

    private final HikariDataSource dataSource;
    private final JobRunrConfigurationResult jobRunr;

    private JobRunrContender(HikariDataSource dataSource, JobRunrConfigurationResult jobRunr) {
        this.dataSource = dataSource;
        this.jobRunr = jobRunr;
    }

    static Contender open(String jdbcUrl, Effects effects) {
        HikariDataSource dataSource = Pool.open(jdbcUrl);
        JobRunrConfigurationResult jobRunr = JobRunr.configure()
                .useJsonMapper(new Jackson3JsonMapper())
                .useJobActivator(only(new EffectHandler(dataSource, effects)))
                .useStorageProvider(SqlStorageProviderFactory.using(dataSource))
                .useBackgroundJobServer(BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
                        .andWorkerCount(THREADS)
                        .andPollInterval(SHORTEST_POLL))
                .initialize();
        return new JobRunrContender(dataSource, jobRunr);
    }

    private static JobActivator only(EffectHandler handler) {
        return new JobActivator() {
            @Override
            public <T> T activateJob(Class<T> type) {
                return type.cast(handler);
            }
        };
    }

    private BackgroundJobServer server() {
        return jobRunr.getBackgroundJobServer();
    }

    @Override
    public void hold() {
        server().pauseProcessing();
    }

    @Override
    public void store(List<Item> items) {
        jobRunr.getJobRequestScheduler().enqueue(items.stream().map(JobRunrContender::request));
    }

    @Override
    public void release() {
        server().resumeProcessing();
    }

    @Override
    public Submission submission(Item item) {
        EffectRequest request = request(item);
        return () -> jobRunr.getJobRequestScheduler().enqueue(request);
    }

    private static EffectRequest request(Item item) {
        return new EffectRequest(item.id(), item.note());
    }

    @Override
    public String library() {
        return Contender.libraryOf(JobRunr.class);
    }

    @Override
    public void close() {
        JobRunr.destroy();
        dataSource.close();
    }

    /** The job, as it is stored. */
    public record EffectRequest(String id, String note) implements JobRequest {
        @Override
        public Class<EffectHandler> getJobRequestHandler() {
            return EffectHandler.class;
        }
    }

    /** The job's code. */
    public static final class EffectHandler implements JobRequestHandler<EffectRequest> {
        private final DataSource dataSource;
        private final Effects effects;

        EffectHandler(DataSource dataSource, Effects effects) {
            this.dataSource = dataSource;
            this.effects = effects;
        }

        @Override
        public void run(EffectRequest request) throws SQLException {
            effects.began();
            try (Connection connection = dataSource.getConnection()) {
                effects.write(connection, request.id(), request.note());
            }
        }
    }
}
