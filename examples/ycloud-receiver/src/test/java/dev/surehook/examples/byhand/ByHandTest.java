package dev.surehook.examples.byhand;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.signatures.Secret;
import dev.surehook.testkit.provider.FakeProvider;
import dev.surehook.testkit.provider.ProviderRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.sqlite.SQLiteDataSource;
import tools.jackson.databind.json.JsonMapper;

/** What is compared with does work. */
@SuppressWarnings("NullAway.Init")
class ByHandTest {
    private static final String SECRET = "whsec_0123456789abcdef0123456789abcdef";

    private final FakeProvider ycloud = FakeProvider.named("ycloud", Secret.of(SECRET));
    private final JsonMapper json = JsonMapper.shared();
    private JdbcTemplate sql;
    private WebhookController controller;

    @TempDir
    Path folder;

    @BeforeEach
    void prepare() {
        SQLiteDataSource file = new SQLiteDataSource();
        file.setUrl("jdbc:sqlite:" + folder.resolve("by-hand.db"));
        sql = new JdbcTemplate(file);
        sql.execute("CREATE TABLE webhook (id TEXT PRIMARY KEY, type TEXT NOT NULL, body BLOB NOT NULL,"
                + " state TEXT NOT NULL, attempts INTEGER NOT NULL, due_at INTEGER NOT NULL)");
        controller = new WebhookController(sql, json, SECRET);
    }

    private int receive(ProviderRequest request) {
        return controller
                .receive(request.headers().first("YCloud-Signature").orElse(null), request.body())
                .getStatusCode()
                .value();
    }

    @Test
    void it_takes_what_is_signed_once_and_works_it_off() {
        ProviderRequest request = ycloud.request("contact.created");
        assertThat(receive(request)).isEqualTo(204);
        assertThat(receive(ycloud.again(request))).isEqualTo(204);
        assertThat(receive(ycloud.request("contact.created").tampered())).isEqualTo(401);

        List<String> seen = new ArrayList<>();
        WebhookWorker worker = new WebhookWorker(
                sql,
                new TransactionTemplate(new JdbcTransactionManager(Objects.requireNonNull(sql.getDataSource()))),
                json,
                Map.of("contact.created", (id, event) -> seen.add(id)));
        assertThat(worker.workOffOne()).isTrue();
        assertThat(worker.workOffOne()).isFalse();
        assertThat(seen).containsExactly(request.id());
    }
}
