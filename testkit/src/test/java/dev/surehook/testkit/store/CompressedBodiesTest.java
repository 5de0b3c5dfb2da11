package dev.surehook.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.EngineListener;
import dev.surehook.engine.inbox.AcceptOutcome;
import dev.surehook.engine.inbox.Inbox;
import dev.surehook.engine.source.IntakeRules;
import dev.surehook.engine.source.SignedForm;
import dev.surehook.engine.source.Source;
import dev.surehook.engine.source.WithoutId;
import dev.surehook.engine.store.Store;
import dev.surehook.engine.store.sqlite.SqliteStore;
import dev.surehook.signatures.Headers;
import dev.surehook.signatures.Providers;
import dev.surehook.signatures.SignedRequest;
import dev.surehook.signatures.Signer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init")
class CompressedBodiesTest {
    private static final int LIMIT = 25_000_000;

    @TempDir
    Path folder;

    private Store store;
    private Inbox inbox;

    @BeforeEach
    void open() {
        store = SqliteStore.open(folder, InstantSource.system());
        inbox = new Inbox(store, InstantSource.system(), EngineListener.SILENT, stored -> {});
    }

    @AfterEach
    void close() {
        inbox.close();
        store.close();
    }

    private static Source source(SignedForm form) {
        Source source = Requests.source("ycloud");
        return new Source(
                source.name(),
                source.provider(),
                source.verifier(),
                new IntakeRules(LIMIT, form, true, WithoutId.REFUSE, List.of(), List.of(), Optional.empty()),
                source.work());
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream wire = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(wire)) {
            out.write(plain);
        }
        return wire.toByteArray();
    }

    private static SignedRequest request(byte[] signed, byte[] wire) {
        List<Map.Entry<String, String>> lines = new ArrayList<>(Signer.of(Providers.YCLOUD, List.of(Requests.SECRET))
                .sign("x", Instant.now(), "POST", "", signed)
                .lines());
        lines.add(Map.entry("Content-Encoding", "gzip"));
        return SignedRequest.post(Headers.of(lines), wire);
    }

    private static byte[] event(String id) {
        return ("{\"id\":\"" + id + "\",\"type\":\"t\",\"name\":\"Zo\u00eb \ud83d\ude00\"}")
                .getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void A6_either_form_may_be_signed_and_the_wire_bytes_are_kept() throws Exception {
        byte[] wire = gzip(event("e1"));
        assertThat(inbox.accept(source(SignedForm.WIRE), request(wire, wire)))
                .isInstanceOf(AcceptOutcome.Accepted.class);
        assertThat(store.find(store.refOf(source(SignedForm.WIRE).name(), "e1"))
                        .orElseThrow()
                        .event()
                        .body())
                .isEqualTo(wire);
        byte[] other = gzip(event("e2"));
        assertThat(inbox.accept(source(SignedForm.DECODED), request(event("e2"), other)))
                .isInstanceOf(AcceptOutcome.Accepted.class);
        assertThat(inbox.accept(source(SignedForm.WIRE), request(event("e3"), gzip(event("e3")))))
                .isInstanceOf(AcceptOutcome.Rejected.class);
        byte[] third = gzip(event("e3"));
        assertThat(inbox.accept(source(SignedForm.DECODED), request(third, third)))
                .isInstanceOf(AcceptOutcome.Rejected.class);
    }

    @Test
    void a_compressed_body_that_is_none_or_too_large_is_refused() throws Exception {
        byte[] truncated = java.util.Arrays.copyOf(gzip(event("e1")), 20);
        assertThat(inbox.accept(source(SignedForm.DECODED), request(truncated, truncated)))
                .isInstanceOf(AcceptOutcome.UnreadableEncoding.class);
        assertThat(inbox.accept(source(SignedForm.DECODED), request(event("e1"), gzip(new byte[LIMIT + 1]))))
                .isInstanceOf(AcceptOutcome.TooLarge.class);
    }

    /** The heap of this test is a gigabyte: sixty at once, each kept whole, would not fit. */
    @Test
    void C10_unsigned_bombs_are_expanded_a_few_at_a_time() throws Exception {
        byte[] bomb = gzip(new byte[LIMIT]);
        ExecutorService senders = Executors.newFixedThreadPool(60);
        try {
            List<Callable<AcceptOutcome>> bombs = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                bombs.add(() -> inbox.accept(source(SignedForm.DECODED), request(bomb, bomb)));
            }
            for (Future<AcceptOutcome> outcome : senders.invokeAll(bombs)) {
                assertThat(outcome.get())
                        .isInstanceOfAny(AcceptOutcome.Rejected.class, AcceptOutcome.Unavailable.class);
            }
        } finally {
            senders.shutdownNow();
        }
        byte[] wire = gzip(event("after"));
        assertThat(inbox.accept(source(SignedForm.WIRE), request(wire, wire)))
                .isInstanceOf(AcceptOutcome.Accepted.class);
    }

    @Test
    void a_source_may_keep_what_its_provider_would_refuse() {
        Source strict = source(SignedForm.WIRE);
        Source lenient = new Source(
                strict.name(),
                strict.provider(),
                strict.verifier(),
                new IntakeRules(
                        LIMIT, SignedForm.WIRE, false, WithoutId.KEEP_ALL, List.of(), List.of(), Optional.empty()),
                strict.work());
        byte[] body = {0, (byte) 0xff, (byte) 0xfe, (byte) 0x80, (byte) 0xc3, 0x28};
        Headers headers =
                Signer.of(Providers.YCLOUD, List.of(Requests.SECRET)).sign("x", Instant.now(), "POST", "", body);

        assertThat(inbox.accept(strict, SignedRequest.post(headers, body))).isInstanceOf(AcceptOutcome.Malformed.class);
        AcceptOutcome kept = inbox.accept(lenient, SignedRequest.post(headers, body));
        assertThat(kept).isInstanceOf(AcceptOutcome.Accepted.class);
        assertThat(store.find(((AcceptOutcome.Accepted) kept).ref())
                        .orElseThrow()
                        .event()
                        .body())
                .isEqualTo(body);
    }
}
