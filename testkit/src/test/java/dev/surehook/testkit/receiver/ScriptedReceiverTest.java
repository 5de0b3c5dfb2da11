package dev.surehook.testkit.receiver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ScriptedReceiverTest {
    private static final Duration SOON = Duration.ofSeconds(5);
    private static final String REQUEST =
            "POST /a?b=c HTTP/1.1\r\nHost: x\r\nX-Two:  1 \r\nx-two: \u00e9\r\nContent-Length: 3\r\n\r\nxyz";

    private final ScriptedReceiver receiver = ScriptedReceiver.start();

    @AfterEach
    void stop() {
        receiver.close();
    }

    @Test
    void a_request_is_kept_to_the_byte() throws IOException {
        assertThat(exchange(REQUEST)).startsWith("HTTP/1.1 204 ");

        ReceivedRequest request = receiver.awaitRequests(1, SOON).get(0);
        assertThat(request.headText() + request.bodyText()).isEqualTo(REQUEST);
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.target()).isEqualTo("/a?b=c");
        assertThat(request.headers().values("X-Two")).containsExactly("1", "\u00e9");
        assertThat(request.connection()).isEqualTo(1);
    }

    @Test
    void a_chunked_body_is_put_together() throws IOException {
        exchange("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n1;x=y\r\nd\r\n0\r\nT: 1\r\n\r\n");

        assertThat(receiver.awaitRequests(1, SOON).get(0).bodyText()).isEqualTo("abcd");
    }

    @Test
    void the_script_is_played_in_order_and_its_end_lasts() throws IOException {
        receiver.failTimes(2, 500).next(Answer.status(429)).thenRespond(201);

        assertThat(exchange(REQUEST)).startsWith("HTTP/1.1 500 ");
        assertThat(exchange(REQUEST)).startsWith("HTTP/1.1 500 ");
        assertThat(exchange(REQUEST)).startsWith("HTTP/1.1 429 ");
        assertThat(exchange(REQUEST)).startsWith("HTTP/1.1 201 ");
        assertThat(exchange(REQUEST)).startsWith("HTTP/1.1 201 ");
    }

    @Test
    void a_stopped_receiver_refuses_connections_and_a_restarted_one_has_its_port_and_script() throws IOException {
        receiver.failTimes(1, 503);
        receiver.stop();
        assertThatThrownBy(() -> exchange(REQUEST)).isInstanceOf(ConnectException.class);

        receiver.restart();

        assertThat(exchange(REQUEST)).startsWith("HTTP/1.1 503 ");
    }

    @Test
    void from_the_stop_on_no_connection_is_made_however_often() {
        for (int i = 0; i < 200; i++) {
            receiver.stop();
            assertThatThrownBy(() -> exchange(REQUEST)).isInstanceOf(ConnectException.class);
            receiver.restart();
        }
    }

    @Test
    void stopping_ends_answers_in_progress() throws IOException {
        receiver.respond(Answer.never());
        try (Socket socket = send(REQUEST)) {
            receiver.awaitRequests(1, SOON);
            receiver.stop();
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void a_reset_is_a_reset_and_a_close_is_an_end() throws IOException {
        receiver.next(Answer.reset(), Answer.closeWithoutAnswer());

        try (Socket socket = send(REQUEST)) {
            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketException.class);
        }
        assertThat(exchange(REQUEST)).isEmpty();
    }

    @Test
    void waiting_for_requests_that_do_not_come_ends_with_how_many_came() {
        assertThatThrownBy(() -> receiver.awaitRequests(1, Duration.ofMillis(20)))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("0 requests came");
    }

    private Socket send(String request) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), receiver.port());
        socket.setSoTimeout(5_000);
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        return socket;
    }

    /** The answer's head, or nothing where the connection ended without one. */
    private String exchange(String request) throws IOException {
        try (Socket socket = send(request)) {
            StringBuilder head = new StringBuilder();
            int octet = socket.getInputStream().read();
            while (octet >= 0) {
                head.append((char) octet);
                if (head.indexOf("\r\n\r\n") >= 0) {
                    break;
                }
                octet = socket.getInputStream().read();
            }
            return head.toString();
        }
    }
}
