package dev.surehook.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SampleEventsTest {
    private static final Path SAMPLES = Path.of("src/main/resources/dev/surehook/testkit/provider");

    @ParameterizedTest
    @CsvSource({
        "whatsapp.message.updated, whatsappMessage",
        "whatsapp.smb.message.echoes, whatsappMessage",
        "whatsapp.echo_message.created, whatsappMessage",
        "whatsapp.echo_message.updated, whatsappMessage",
        "whatsapp.inbound_message.received, whatsappInboundMessage",
        "whatsapp.template.reviewed, whatsappTemplate",
        "whatsapp.template.category_updated, whatsappTemplate",
        "whatsapp.template.quality_updated, whatsappTemplate",
        "whatsapp.phone_number.deleted, whatsappPhoneNumber",
        "whatsapp.phone_number.name_updated, whatsappPhoneNumber",
        "whatsapp.phone_number.quality_updated, whatsappPhoneNumber",
        "whatsapp.phone_number.business_username_updated, whatsappPhoneNumber",
        "whatsapp.business_account.deleted, whatsappBusinessAccount",
        "whatsapp.business_account.reviewed, whatsappBusinessAccount",
        "whatsapp.business_account.updated, whatsappBusinessAccount",
        "whatsapp.group.lifecycle_update, whatsappGroup",
        "whatsapp.group.participants_update, whatsappGroup",
        "whatsapp.group.settings_update, whatsappGroup",
        "whatsapp.group.status_update, whatsappGroup",
        "whatsapp.payment.updated, whatsappPayment",
        "whatsapp.user.preferences, whatsappUserPreference",
        "sms.message.updated, sms",
        "sms.inbound.received, smsInbound",
        "email.delivery.updated, emailDelivery",
        "voice.message.updated, voice",
        "contact.created, contactCreated",
        "contact.deleted, contactDeleted",
        "contact.attributes_changed, contactAttributesChanged",
        "contact.unsubscribe.created, contactUnsubscribeCreated",
        "contact.unsubscribe.deleted, contactUnsubscribeDeleted",
    })
    void everyYCloudTypeHasItsEnvelopeAndItsObject(String type, String object) {
        SampleEvents samples = SampleEvents.of("ycloud");
        assertThat(samples.types()).contains(type);
        for (int form = 0; form < Math.max(1, samples.variants(type).size()); form++) {
            SampleEvent event = samples.event(type);
            Map<String, String> members = Json.members(event.body());
            assertThat(members.keySet()).containsExactly("id", "type", "apiVersion", "createTime", object);
            assertThat(members)
                    .containsEntry("id", event.id())
                    .containsEntry("type", type)
                    .containsEntry("apiVersion", "v2")
                    .containsEntry(object, "START_OBJECT");
            assertThat(members.get("createTime")).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z");
            assertThat(event.id()).hasSizeBetween(6, 128);
        }
    }

    @Test
    void noYCloudTypeIsLeftOutOfTheTableAbove() {
        assertThat(SampleEvents.of("ycloud").types()).hasSize(30);
    }

    @Test
    void aGroupEventCarriesItsBusinessDedupeKey() {
        assertThat(SampleEvents.of("ycloud")
                        .event("whatsapp.group.status_update")
                        .text())
                .containsPattern("\"dedupeKey\":\"[0-9a-f]{32}\"");
    }

    @Test
    void theStatusesOfAMessageTakeTurns() {
        SampleEvents samples = SampleEvents.of("ycloud");
        for (String status : List.of("accepted", "sent", "delivered", "read", "failed", "accepted")) {
            assertThat(samples.event("whatsapp.message.updated").text()).contains("\"status\":\"" + status + "\"");
        }
        assertThat(samples.event("whatsapp.message.updated@read").text()).contains("\"readTime\":");
    }

    @ParameterizedTest
    @ValueSource(strings = {"server.installation.completed", "ticket.reply.created", "balance.low", "webhook.test"})
    void everyWordPaneTypeHasItsEnvelope(String type) {
        SampleEvent event = SampleEvents.of("wordpane").event(type);

        assertThat(Json.members(event.body()).keySet())
                .containsExactly("id", "type", "created_at", "account_id", "data");
        assertThat(event.id()).matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    }

    @Test
    void aWordPaneTestHasEmptyData() {
        assertThat(SampleEvents.of("wordpane").event("webhook.test").text()).endsWith("\"data\":{}}");
    }

    @Test
    void bodiesAreCompactAndKeepEscapesAndNonAsciiTextAsTheyWereWritten() {
        String text = SampleEvents.of("ycloud")
                .event("whatsapp.inbound_message.received@text")
                .text();

        assertThat(text)
                .contains("Mar\\u00eda Pe\\u00f1a 🌵", "¿Tienen mesa", "https:\\/\\/example.com", "\\ud83d\\ude4f");
        assertThat(text).doesNotContain("\n", "\": ", "{{");
    }

    @Test
    void aNamedPlaceholderHasOneValueThroughoutABody() {
        String push = SampleEvents.of("github").event("push").text();
        String after = push.replaceAll(".*\"after\":\"([0-9a-f]{40})\".*", "$1");

        assertThat(after).hasSize(40);
        assertThat(push).contains("\"commits\":[{\"id\":\"" + after + "\"");
        assertThat(push).doesNotContain("\"before\":\"" + after);
    }

    @Test
    void aTypeWithoutASampleComesInTheProvidersEnvelope() {
        SampleEvent event = SampleEvents.of("ycloud").event("whatsapp.dream.\"dreamt\"");

        assertThat(Json.members(event.body()))
                .containsEntry("type", "whatsapp.dream.\"dreamt\"")
                .containsEntry("id", event.id())
                .containsEntry("apiVersion", "v2");
    }

    @Test
    void anIdMayBeAnyText() {
        String id = "a\"b\\c\nd é 😀";
        assertThat(Json.members(
                        SampleEvents.of("ycloud").event("contact.created", id).body()))
                .containsEntry("id", id);
    }

    @Test
    void underAnIdThatWasSentBeforeTheBodyIsAnother() {
        SampleEvents samples = SampleEvents.of("ycloud");
        SampleEvent first = samples.event("contact.created");
        SampleEvent second = samples.event("contact.created", first.id());

        assertThat(second.id()).isEqualTo(first.id());
        assertThat(second.body()).isNotEqualTo(first.body());
    }

    @Test
    void anUnknownVariantIsRefusedWithTheKnownOnes() {
        assertThatThrownBy(() -> SampleEvents.of("ycloud").event("sms.message.updated@lost"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("lost", "sent", "delivered");
    }

    @ParameterizedTest
    @MethodSource("folders")
    void everyFileIsReachedByTheList(String folder) throws IOException {
        TreeSet<String> listed = new TreeSet<>(List.of("types.txt", "unlisted.json"));
        for (String line : Files.readAllLines(SAMPLES.resolve(folder).resolve("types.txt"))) {
            String[] words = line.split(" ");
            if (words.length == 1) {
                listed.add(line + ".json");
            }
            Stream.of(words).skip(1).forEach(variant -> listed.add(words[0] + "@" + variant + ".json"));
        }
        try (Stream<Path> files = Files.list(SAMPLES.resolve(folder))) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrderElementsOf(listed);
        }
    }

    static List<String> folders() throws IOException {
        try (Stream<Path> folders = Files.list(SAMPLES)) {
            return folders.map(folder -> folder.getFileName().toString()).toList();
        }
    }
}
