package dev.surehook.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.surehook.signatures.Secret;
import dev.surehook.signatures.SignedRequest;
import dev.surehook.signatures.Verification;
import dev.surehook.signatures.Verification.Reason;
import dev.surehook.signatures.Verifier;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FakeProviderTest {
    private static final Secret SECRET = Secret.of("whsec_"
            + Base64.getEncoder().encodeToString("a secret of the tests, 32 bytes.".getBytes(StandardCharsets.UTF_8)));
    private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");

    private Instant now = START;

    static List<String> names() {
        return FakeProvider.names();
    }

    private FakeProvider provider(String name) {
        return FakeProvider.named(name, List.of(SECRET), () -> now);
    }

    private Verification verify(FakeProvider provider, ProviderRequest request) {
        return Verifier.of(provider.provider(), List.of(SECRET))
                .verify(SignedRequest.post(request.headers(), request.body()), now);
    }

    private static Optional<Reason> reason(Verification verification) {
        return verification.fold(verified -> Optional.empty(), rejected -> Optional.of(rejected.reason()));
    }

    @ParameterizedTest
    @MethodSource("names")
    void everySampleOfEveryProviderIsRightlySignedJsonOfItsOwn(String name) {
        FakeProvider provider = provider(name);
        Set<String> ids = new HashSet<>();
        for (String type : provider.samples().types()) {
            int forms = Math.max(1, provider.samples().variants(type).size());
            for (int i = 0; i < forms; i++) {
                ProviderRequest request = provider.request(type);
                assertThat(verify(provider, request).isVerified()).as(type).isTrue();
                assertThat(Json.members(request.body())).as(type).isNotEmpty();
                assertThat(request.type()).isEqualTo(type);
                assertThat(ids.add(request.id())).as("%s has a fresh id", type).isTrue();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void aTamperedRequestDiffersInOneByteAndIsRefused(String name) {
        FakeProvider provider = provider(name);
        ProviderRequest good = provider.request(provider.samples().next());
        ProviderRequest tampered = good.tampered();

        assertThat(tampered.headers()).isEqualTo(good.headers());
        assertThat(tampered.body()).hasSameSizeAs(good.body());
        int different = 0;
        for (int i = 0; i < good.body().length; i++) {
            different += good.body()[i] == tampered.body()[i] ? 0 : 1;
        }
        assertThat(different).isEqualTo(1);
        assertThat(reason(verify(provider, tampered))).contains(Reason.SIGNATURE_MISMATCH);
        assertThat(verify(provider, good).isVerified()).isTrue();
    }

    @Test
    void aTamperedBodyIsOneByteOffWhateverItHolds() {
        for (String body : List.of("", "x", "1", "2", "{}")) {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            ProviderRequest request = new ProviderRequest(dev.surehook.signatures.Headers.empty(), bytes, "id", "type");
            assertThat(request.tampered().body()).isNotEqualTo(bytes);
            assertThat(request.body()).isEqualTo(body.getBytes(StandardCharsets.UTF_8));
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void aStaleRequestIsRightlySignedTenMinutesAgo(String name) {
        FakeProvider provider = provider(name);
        ProviderRequest good = provider.request(provider.samples().next());
        if (!provider.signsTime()) {
            assertThat(name).isEqualTo("github");
            assertThatThrownBy(() -> provider.stale(good)).isInstanceOf(IllegalStateException.class);
            return;
        }
        ProviderRequest stale = provider.stale(good);

        assertThat(reason(verify(provider, stale))).contains(Reason.TIMESTAMP_STALE);
        assertThat(stale.body()).isEqualTo(good.body());
        now = START.minusSeconds(600);
        assertThat(verify(provider, stale).isVerified()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("names")
    void aRepeatCarriesTheSameBytesUnderTheSameIdWithASignatureOfNow(String name) {
        FakeProvider provider = provider(name);
        ProviderRequest first = provider.request(provider.samples().next());
        now = START.plusSeconds(3600);
        ProviderRequest again = provider.again(first);

        assertThat(again.event()).isEqualTo(first.event());
        assertThat(again.headers().equals(first.headers())).isEqualTo(!provider.signsTime());
        assertThat(verify(provider, again).isVerified()).isTrue();
    }

    @Test
    void severalSecretsSignAsDuringARotation() {
        FakeProvider rotating =
                FakeProvider.named("ycloud", List.of(Secret.of("whsec_the_new_secret_0001"), SECRET), () -> now);
        assertThat(verify(rotating, rotating.request("contact.created")).isVerified())
                .isTrue();
    }

    @Test
    void ycloudNamesTheEndpointThatTheCopyIsFor() {
        ProviderRequest request = provider("ycloud").request("contact.created");

        assertThat(request.headers().values("X-Webhook-Endpoint-ID"))
                .singleElement()
                .asString()
                .matches("wh[0-9a-f]{24}");
        assertThat(request.headers().values("Content-Type")).containsExactly("application/json");
        assertThat(request.headers().first("YCloud-Signature"))
                .hasValueSatisfying(value -> assertThat(value).matches("t=1796040000,s=[0-9a-f]{64}"));
    }

    @Test
    void wordpaneRepeatsTheIdOfTheBodyInAHeader() {
        ProviderRequest request = provider("wordpane").request("balance.low");

        assertThat(request.headers().values("WordPane-Event-Id")).containsExactly(request.id());
        assertThat(Json.members(request.body())).containsEntry("id", request.id());
        assertThat(request.headers().first("WordPane-Signature"))
                .hasValueSatisfying(value -> assertThat(value).matches("t=1796040000,v1=[0-9a-f]{64}"));
    }

    @Test
    void githubCarriesIdAndTypeInHeaders() {
        ProviderRequest request = provider("github").request("push");

        assertThat(request.headers().values("X-GitHub-Delivery")).containsExactly(request.id());
        assertThat(request.headers().values("X-GitHub-Event")).containsExactly("push");
        assertThat(Json.members(request.body())).doesNotContainKey("id");
    }

    @Test
    void aBodyOfOnesOwnIsSentAsItIsUnderTheIdAndTypeThatItCarries() {
        byte[] body = "{ \"type\":\"x.y\", \"nested\":{\"id\":\"no\"}, \"id\" : \"old\", \"id\":\"e-1\\u00e9\" }"
                .getBytes(StandardCharsets.UTF_8);
        FakeProvider ycloud = provider("ycloud");
        SampleEvent event = ycloud.event(body, Optional.of("ignored"), Optional.of("ignored"));

        assertThat(event.id()).isEqualTo("e-1é");
        assertThat(event.type()).isEqualTo("x.y");
        assertThat(ycloud.request(event).body()).isSameAs(body);
    }

    @Test
    void aBodyWithoutIdentityGetsTheOneThatIsAskedForOrAFreshOne() {
        byte[] body = "not json".getBytes(StandardCharsets.UTF_8);

        assertThat(provider("github").event(body, Optional.of("d-1"), Optional.of("push")))
                .isEqualTo(new SampleEvent("d-1", "push", body));
        assertThat(provider("ycloud")
                        .event(body, Optional.empty(), Optional.empty())
                        .id())
                .startsWith("evt_");
    }

    @Test
    void anUnknownNameIsAnsweredWithTheKnownOnes() {
        assertThatThrownBy(() -> FakeProvider.named("nobody", SECRET))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("nobody", "ycloud", "wordpane", "stripe", "github");
    }

    @Test
    void neitherRequestNorEventPrintsItsBodyOrHeaders() {
        ProviderRequest request = provider("ycloud").request("contact.created");

        assertThat(request.toString() + request.event()).doesNotContain("Hạnh", "YCloud-Signature", "s=");
    }
}
