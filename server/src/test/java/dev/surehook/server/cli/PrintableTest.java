package dev.surehook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTest {
    @Test
    void ordinaryTextOfAnyLanguageStays() {
        String text = "Nguyễn Thị Hạnh 🌸 ñ 田中 עברית";
        assertThat(Printable.line(text)).isEqualTo(text);
    }

    @Test
    void noControlCharacterComesThrough() {
        for (int c = 0; c < 0xA0; c++) {
            boolean control = c < 0x20 || c >= 0x7F;
            assertThat(Printable.line("a" + (char) c + "b")).isEqualTo(control ? "ab" : "a" + (char) c + "b");
        }
    }

    @Test
    void whatTurnsTheDirectionOrSplitsALineIsDropped() {
        assertThat(Printable.line("a\u202Eb\u2066c\u2069d\u200Fe\u2028f\u061Cg"))
                .isEqualTo("abcdefg");
        assertThat(Printable.line("half \uD83D of a pair")).isEqualTo("half  of a pair");
    }

    @Test
    void severalLinesKeepTheirEndsAndTabs() {
        assertThat(Printable.lines("a\r\n\tb\u001b[0m")).isEqualTo("a\n\tb[0m");
    }
}
