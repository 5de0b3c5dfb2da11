package dev.surehook.testkit.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.endpoint.EndpointDraft;
import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.endpoint.EndpointStore;
import dev.surehook.engine.endpoint.SealedSecrets;
import dev.surehook.engine.endpoint.SealedSecrets.Kept;
import dev.surehook.engine.endpoint.SealedSecrets.Place;
import dev.surehook.engine.secret.Resealing;
import dev.surehook.engine.secret.SealingKeys;
import dev.surehook.engine.secret.SecretForm;
import dev.surehook.engine.secret.SecretSealer;
import dev.surehook.engine.secret.UnopenableSecret;
import dev.surehook.engine.store.Store;
import dev.surehook.engine.store.sqlite.SqliteStore;
import dev.surehook.signatures.Secret;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replacing a sealing key, broken off by a kill wherever that may be. */
class ResealingTest {
    private static final AccountName ACME = new AccountName("acme");
    private static final String OLD = SealingKeys.make();
    private static final String NEW = SealingKeys.make();
    private static final SecretSealer BEFORE = sealer(OLD);
    private static final SecretSealer BOTH = sealer(NEW + "," + OLD);
    private static final SecretSealer AFTER = sealer(NEW);

    @TempDir
    Path folder;

    private static SecretSealer sealer(String keys) {
        return new SecretSealer(SealingKeys.parse(keys));
    }

    private Store open() {
        return SqliteStore.open(folder, InstantSource.system());
    }

    /** Ten endpoints with two secrets each. */
    private static void fill(EndpointStore endpoints) {
        endpoints.open(ACME, "standard");
        for (int i = 0; i < 10; i++) {
            EndpointRef ref = EndpointRef.random();
            endpoints.add(
                    ACME,
                    ref,
                    new EndpointDraft("https://acme.example/" + i),
                    BEFORE.seal(SecretForm.STANDARD.make(), ref, 1),
                    50,
                    false);
            Secret second = SecretForm.STANDARD.make();
            endpoints.rotate(ACME, ref, version -> BEFORE.seal(second, ref, version), Duration.ofHours(1));
        }
    }

    /** The secrets themselves, by their places. */
    private static Map<String, String> opened(Store store, SecretSealer sealer) {
        Map<String, String> opened = new TreeMap<>();
        for (Kept kept : store.sending().endpoints().secrets().page(Place.BEFORE_ALL, 100)) {
            opened.put(kept.place().toString(), ResealProgram.opened(sealer, kept));
        }
        return opened;
    }

    private static Map<String, Long> needs(Store store) {
        return new Resealing(store.sending().endpoints().secrets(), BOTH).needs();
    }

    @Test
    void what_a_kill_broke_off_is_ended_by_the_next_one_and_every_secret_stays_the_same() throws Exception {
        Map<String, String> secrets;
        String oldKey = BEFORE.keys().get(0);
        String newKey = AFTER.keys().get(0);
        try (Store store = open()) {
            fill(store.sending().endpoints());
            secrets = opened(store, BEFORE);
            assertThat(secrets).hasSize(20);
            assertThat(needs(store)).isEqualTo(Map.of(oldKey, 20L, newKey, 0L));
        }
        assertThat(ResealProgram.run(folder, NEW + "," + OLD, 0, "before")).isEqualTo(ResealProgram.HALTED);
        expect(secrets, Map.of(oldKey, 20L, newKey, 0L));
        assertThat(ResealProgram.run(folder, NEW + "," + OLD, 6, "after")).isEqualTo(ResealProgram.HALTED);
        expect(secrets, Map.of(oldKey, 13L, newKey, 7L));
        assertThat(ResealProgram.run(folder, NEW + "," + OLD, 100, "after")).isZero();
        expect(secrets, Map.of(oldKey, 0L, newKey, 20L));
        try (Store store = open()) {
            assertThat(opened(store, AFTER)).isEqualTo(secrets);
            assertThatThrownBy(() -> opened(store, BEFORE)).isInstanceOf(UnopenableSecret.class);
        }
    }

    private void expect(Map<String, String> secrets, Map<String, Long> needs) {
        try (Store store = open()) {
            assertThat(opened(store, BOTH)).isEqualTo(secrets);
            assertThat(needs(store)).isEqualTo(needs);
        }
    }

    @Test
    void a_secret_that_no_key_opens_stays_and_is_told_and_the_others_are_rewritten() {
        try (Store store = open()) {
            EndpointStore endpoints = store.sending().endpoints();
            fill(endpoints);
            EndpointRef ref = endpoints.endpoints(ACME).get(3).ref();
            SecretSealer lost = sealer(SealingKeys.make());
            endpoints.rotate(ACME, ref, version -> lost.seal(SecretForm.STANDARD.make(), ref, version), Duration.ZERO);
            SealedSecrets secrets = endpoints.secrets();

            Resealing.Step step = new Resealing(secrets, BOTH).step(Place.BEFORE_ALL, 100);

            assertThat(step.lookedAt()).isEqualTo(19);
            assertThat(step.rewritten()).isEqualTo(18);
            assertThat(step.unopenable())
                    .singleElement()
                    .asString()
                    .contains(ref.value(), "version 3", lost.keys().get(0))
                    .doesNotContain("\n");
            assertThat(needs(store)).containsEntry(lost.keys().get(0), 1L);
            assertThat(new Resealing(secrets, BOTH).step(Place.BEFORE_ALL, 100).rewritten())
                    .isZero();
        }
    }

    @Test
    void one_that_changed_between_is_left_to_whoever_changed_it() {
        try (Store store = open()) {
            EndpointStore endpoints = store.sending().endpoints();
            fill(endpoints);
            SealedSecrets secrets = endpoints.secrets();
            List<Kept> read = secrets.page(Place.BEFORE_ALL, 100);
            new Resealing(secrets, BOTH).step(Place.BEFORE_ALL, 100);

            assertThat(read).noneMatch(kept -> secrets.replace(kept, "late"));
        }
    }
}
