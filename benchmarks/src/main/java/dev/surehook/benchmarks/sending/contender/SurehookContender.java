package dev.surehook.benchmarks.sending.contender;

import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.endpoint.EndpointDraft;
import dev.surehook.engine.endpoint.LaneLimits;
import dev.surehook.engine.outbox.Publication;
import dev.surehook.engine.outbox.PublishOutcome;
import dev.surehook.engine.outbox.Published;
import dev.surehook.engine.outbox.Sending;
import dev.surehook.engine.profile.Profiles;
import dev.surehook.engine.store.Store;
import dev.surehook.engine.store.postgresql.PostgresSettings;
import dev.surehook.engine.store.postgresql.PostgresStore;
import dev.surehook.engine.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Surehook's sending: ten endpoints to an account, each subscribed to a type of its own, so that an event has one delivery.
 * Fan-out is held with the rest: what is stored is published and nothing more.
 */
final class SurehookContender implements Contender, Disturbable {
    private static final int ENDPOINTS_OF_ACCOUNT = 10;
    private static final int BATCH = 500;

    private static final String TALLY = """
            select count(*), count(distinct event_id), count(case when outcome <> 'delivered' then 1 end),
                   (select count(*) from surehook_delivery_queue) + (select count(*) from surehook_outbox_fanout)
            from surehook_delivery_attempt
            """;

    private final SurehookNode node;
    private final String jdbcUrl;
    private final Addresses addresses;
    private long number;

    private SurehookContender(Store store, String jdbcUrl, Addresses addresses) {
        this.node = new SurehookNode(store);
        this.jdbcUrl = jdbcUrl;
        this.addresses = addresses;
        addEndpoints();
    }

    static SurehookContender onPostgres(String jdbcUrl, Addresses addresses) {
        PostgresSettings settings =
                new PostgresSettings(jdbcUrl, Optional.empty(), Optional.empty(), PostgresSettings.DEFAULT_POOL_SIZE);
        return new SurehookContender(PostgresStore.open(settings), jdbcUrl, addresses);
    }

    static SurehookContender onSqlite(Path folder, Addresses addresses) {
        return new SurehookContender(
                SqliteStore.open(folder, InstantSource.system()),
                "jdbc:sqlite:" + folder.resolve("surehook.db"),
                addresses);
    }

    private void addEndpoints() {
        for (int endpoint = 0; endpoint < addresses.endpoints(); endpoint++) {
            if (endpoint % ENDPOINTS_OF_ACCOUNT == 0) {
                node.store().sending().endpoints().open(account(endpoint), Profiles.STANDARD.name());
            }
            node.add(account(endpoint), draft(addresses.url(endpoint), type(endpoint)));
        }
    }

    private static AccountName account(int endpoint) {
        return new AccountName("account-" + endpoint / ENDPOINTS_OF_ACCOUNT);
    }

    private static String type(int endpoint) {
        return "parcel." + endpoint % ENDPOINTS_OF_ACCOUNT;
    }

    private static EndpointDraft draft(String url, String type) {
        return new EndpointDraft(url, "", List.of(type), Optional.empty(), Map.of(), LaneLimits.STANDARD);
    }

    @Override
    public void hold() {
        node.hold();
    }

    @Override
    public void store(int count) {
        for (int left = count; left > 0; left -= BATCH) {
            List<Publication> publications = new ArrayList<>();
            for (int i = 0; i < Math.min(BATCH, left); i++) {
                publications.add(next(Payload.unstamped()));
            }
            publish(publications);
        }
    }

    private Publication next(byte[] body) {
        int endpoint = (int) (number % addresses.endpoints());
        return new Publication(account(endpoint), "evt-" + number++, type(endpoint), Publication.JSON, body);
    }

    private void publish(List<Publication> publications) {
        List<Published> published = node.store().sending().publish(publications);
        if (!published.stream().allMatch(Published.STORED::equals)) {
            throw new IllegalStateException("not all were stored: " + published);
        }
    }

    @Override
    public void release() {
        node.release();
    }

    @Override
    public void submit() {
        PublishOutcome outcome = node.sending().publish(next(Payload.stampedNow()));
        if (!(outcome instanceof PublishOutcome.Accepted)) {
            throw new IllegalStateException("not published: " + outcome);
        }
    }

    @Override
    public void hang(int count) throws SQLException {
        AccountName account = new AccountName("hanging");
        node.store().sending().endpoints().open(account, SurehookNode.RESTLESS.name());
        node.add(account, new EndpointDraft(addresses.silentUrl()));
        for (int left = count; left > 0; left -= BATCH) {
            List<Publication> publications = new ArrayList<>();
            for (int i = 0; i < Math.min(BATCH, left); i++) {
                publications.add(new Publication(
                        account, "evt-" + number++, "parcel.hanging", Publication.JSON, Payload.unstamped()));
            }
            publish(publications);
        }
        fanOutAll();
    }

    private void fanOutAll() {
        while (node.store().sending().fanOut(BATCH) > 0) {
            // The next ones.
        }
    }

    @Override
    public void park(int count) throws SQLException {
        ParkedDeliveries.fill(node, jdbcUrl, count);
    }

    @Override
    public Recorded recorded() {
        return node.recorded();
    }

    @Override
    public Tally tally() throws SQLException {
        try (Connection connection = DriverManager.getConnection(jdbcUrl)) {
            return Tallies.read(connection, TALLY);
        }
    }

    @Override
    public String library() {
        return Contender.libraryOf(Sending.class);
    }

    @Override
    public void close() {
        node.close();
        node.store().close();
    }
}
