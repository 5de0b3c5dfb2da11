package dev.surehook.signatures;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Any text in a signature header; lines of the input are header lines. */
class SignatureHeaderFuzz {
    private static final SignatureScheme YCLOUD = Providers.YCLOUD.schemes().get(0);
    private static final List<Verifier> VERIFIERS = TestProviders.all().stream()
            .map(provider -> Verifier.of(provider, TestProviders.secrets(provider)))
            .toList();

    @FuzzTest
    void no_header_breaks_a_verifier(byte[] data) {
        String[] texts = new String(data, ISO_8859_1).split("\n", -1);
        List<Map.Entry<String, String>> lines = new ArrayList<>();
        for (Provider provider : TestProviders.all()) {
            for (String header : headersOf(provider.schemes().get(0))) {
                Stream.of(texts).forEach(text -> lines.add(Map.entry(header, text)));
            }
        }
        SignedRequest request = SignedRequest.post(Headers.of(lines), data);
        for (Verifier verifier : VERIFIERS) {
            // The input would have to hold a signature of itself.
            assertThat(verifier.verify(request, Samples.NOW).isVerified()).isFalse();
        }
    }

    @FuzzTest
    void the_list_reader_finds_what_splitting_finds(byte[] data) {
        String text = new String(data, ISO_8859_1);

        FoundSignatures found = new SignatureReader(YCLOUD).read(Headers.of("YCloud-Signature", text));

        List<String> parts = Stream.of(text.split(",")).map(SchemeClock::trim).toList();
        assertThat(found.candidates().stream().map(Samples::hex).toList())
                .isEqualTo(parts.stream()
                        .filter(part -> part.matches("s=[0-9a-fA-F]{64}"))
                        .map(part -> part.substring(2).toLowerCase(Locale.ROOT))
                        .limit(100)
                        .toList());
        assertThat(found.timestamps())
                .isEqualTo(parts.stream()
                        .filter(part -> part.startsWith("t="))
                        .map(part -> part.substring(2))
                        .limit(2)
                        .toList());
    }

    private static List<String> headersOf(SignatureScheme scheme) {
        List<String> headers = new ArrayList<>();
        headers.add(scheme.header()
                .fold(
                        SignatureHeader.Single::header,
                        SignatureHeader.KeyValueList::header,
                        SignatureHeader.SpaceList::header,
                        numbered -> numbered.headerPrefix() + "1"));
        headers.addAll(scheme.timestamp()
                .<List<String>>fold(List::of, inHeader -> List.of(inHeader.header()), inList -> List.of()));
        scheme.idHeader().ifPresent(headers::add);
        return headers;
    }
}
