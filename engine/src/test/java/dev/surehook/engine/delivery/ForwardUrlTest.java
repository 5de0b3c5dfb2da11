package dev.surehook.engine.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ForwardUrlTest {
    @Test
    void a_url_without_its_scheme_is_told_what_it_lacks() {
        for (String text :
                new String[] {"127.0.0.1:3000/w", "localhost:3000/w", "example.com/w", "ftp://x/", "", "http:/x"}) {
            assertThatThrownBy(() -> ForwardTarget.parseUrl(text))
                    .as(text)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("the forward URL must begin with http:// or https://");
        }
    }

    @Test
    void the_scheme_may_be_written_in_capitals() {
        assertThat(ForwardTarget.parseUrl(" HTTP://127.0.0.1:3000/w ").getPort())
                .isEqualTo(3000);
    }

    @Test
    void a_fault_further_on_is_told_by_its_place_and_not_by_the_text() {
        assertThatThrownBy(() -> ForwardTarget.parseUrl("http://h/a b?key=ZZZ9"))
                .hasMessageContaining("at character 11")
                .hasMessageNotContaining("ZZZ9");
    }
}
