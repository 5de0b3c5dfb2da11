package dev.surehook.engine.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.signatures.Headers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class HeaderCodecProperties {

    @Property
    void headers_come_back_as_they_were(@ForAll("lines") List<Map.Entry<String, String>> lines) {
        assertThat(HeaderCodec.decode(HeaderCodec.encode(Headers.of(lines))).lines())
                .isEqualTo(lines);
    }

    @Property
    void no_value_can_forge_a_line(@ForAll("lines") List<Map.Entry<String, String>> lines) {
        List<Map.Entry<String, String>> more = new ArrayList<>(lines);
        more.add(Map.entry("X-Evil", "a\r\nX-Forged: yes"));

        assertThat(HeaderCodec.decode(HeaderCodec.encode(Headers.of(more))).values("X-Forged"))
                .isEmpty();
    }

    @Provide
    Arbitrary<List<Map.Entry<String, String>>> lines() {
        Arbitrary<String> names = Arbitraries.strings()
                .alpha()
                .numeric()
                .withChars('-', '_')
                .ofMinLength(1)
                .ofMaxLength(20);
        Arbitrary<String> values = Arbitraries.strings()
                .withCharRange(' ', '\u00ff')
                .excludeChars('\u0085')
                .ofMaxLength(60);
        return net.jqwik.api.Combinators.combine(names, values)
                .<Map.Entry<String, String>>as(Map::entry)
                .list()
                .ofMaxSize(12);
    }
}
