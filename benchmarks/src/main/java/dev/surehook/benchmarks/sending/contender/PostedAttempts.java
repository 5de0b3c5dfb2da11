package dev.surehook.benchmarks.sending.contender;

import dev.surehook.signatures.Signer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import javax.sql.DataSource;

/** Attempts as a team writes them by hand: signed, posted with the JDK's client, a row for each. Thread-safe. */
final class PostedAttempts {
    private static final String TABLE = """
            create table if not exists attempt (
                delivery_id bigint not null,
                started_at bigint not null,
                took_ms bigint not null,
                status int not null,
                primary key (delivery_id, started_at)
            )
            """;

    private static final String INSERT =
            "insert into attempt (delivery_id, started_at, took_ms, status) values (?, ?, ?, ?)";

    private static final String TALLY = """
            select count(*), count(distinct delivery_id), count(*) filter (where status not between 200 and 299),
                   (select count(*) from scheduled_tasks)
            from attempt
            """;

    private static final Duration TIMEOUT = Duration.ofSeconds(15);
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final DataSource dataSource;
    private final List<URI> urls;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final Signer signer = Payload.signer();
    private final Recorded recorded = new Recorded();

    private PostedAttempts(DataSource dataSource, List<URI> urls) {
        this.dataSource = dataSource;
        this.urls = urls;
    }

    static PostedAttempts in(DataSource dataSource, Addresses addresses) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(TABLE);
        }
        return new PostedAttempts(
                dataSource,
                IntStream.range(0, addresses.endpoints())
                        .mapToObj(endpoint -> URI.create(addresses.url(endpoint)))
                        .toList());
    }

    /** @throws IllegalStateException when it is to be tried again */
    void make(long delivery, byte[] body) {
        URI url = urls.get((int) (delivery % urls.size()));
        Instant startedAt = Instant.now();
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .timeout(TIMEOUT)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        signer.sign("evt-" + delivery, startedAt, "POST", url.toString(), body)
                .lines()
                .forEach(header -> request.header(header.getKey(), header.getValue()));
        try {
            HttpResponse<byte[]> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            insert(delivery, startedAt, answer.statusCode());
            if (answer.statusCode() < 200 || answer.statusCode() >= 300) {
                throw new IllegalStateException("the endpoint answered " + answer.statusCode());
            }
            recorded.add();
        } catch (IOException | SQLException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private void insert(long delivery, Instant startedAt, int status) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement insert = connection.prepareStatement(INSERT)) {
            insert.setLong(1, delivery);
            insert.setLong(2, startedAt.toEpochMilli());
            insert.setLong(3, Duration.between(startedAt, Instant.now()).toMillis());
            insert.setInt(4, status);
            insert.executeUpdate();
        }
    }

    Recorded recorded() {
        return recorded;
    }

    /** Waits for tasks whose attempt is on record and which are not marked as done yet. */
    Tally tally() throws SQLException, TimeoutException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        try (Connection connection = dataSource.getConnection()) {
            while (true) {
                Tally found = Tallies.read(connection, TALLY);
                if (found.waiting() == 0) {
                    return found;
                }
                if (System.nanoTime() > deadline) {
                    throw new TimeoutException("tasks are left over: " + found);
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
        }
    }
}
