package dev.surehook.spring.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CidrBlockTest {

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.255.1.2, true",
        "10.0.0.0/8, 11.0.0.1, false",
        "10.1.2.3, 10.1.2.3, true",
        "10.1.2.3, 10.1.2.4, false",
        "192.168.16.0/20, 192.168.31.255, true",
        "192.168.16.0/20, 192.168.32.0, false",
        "0.0.0.0/0, 1.2.3.4, true",
        "::1, ::1, true",
        "fd00::/8, fdff::1, true",
        "fd00::/8, 10.0.0.1, false"
    })
    void contains(String block, String address, boolean inside) throws UnknownHostException {
        assertThat(CidrBlock.parse(block).contains(InetAddress.getByName(address)))
                .isEqualTo(inside);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "proxy.local", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/x", "::1/129", "10.0.0.0/8/8"})
    void anything_else_is_refused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CidrBlock.parse(text))
                .withMessageContaining("10.0.0.0/8");
    }
}
