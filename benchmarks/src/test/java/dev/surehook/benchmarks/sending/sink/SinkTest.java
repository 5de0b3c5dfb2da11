package dev.surehook.benchmarks.sending.sink;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SinkTest {
    private static final String ANSWER = "HTTP/1.1 204 No Content\r\n\r\n";

    private static byte[] request(String lengthHeader, String body) {
        return ("POST /hook/1 HTTP/1.1\r\nHost: 127.0.0.1\r\n" + lengthHeader + body.length() + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static String read(InputStream in, int bytes) throws IOException {
        return new String(in.readNBytes(bytes), StandardCharsets.US_ASCII);
    }

    private static Socket connect(int port) throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), port);
    }

    @Test
    void answersEachRequestOfAConnectionOnceHoweverItArrives() throws Exception {
        try (Sink sink = Sink.start(2);
                Socket socket = connect(sink.ports().get(1))) {
            socket.setTcpNoDelay(true);
            OutputStream out = socket.getOutputStream();
            for (byte b : request("content-length:", "{\"a\":1}")) {
                out.write(b);
                out.flush();
            }
            assertThat(read(socket.getInputStream(), ANSWER.length())).isEqualTo(ANSWER);

            byte[] second = request("Content-Length: ", "");
            byte[] third = request("CONTENT-LENGTH: ", "x".repeat(3_000));
            out.write(second);
            out.write(third);
            assertThat(read(socket.getInputStream(), 2 * ANSWER.length())).isEqualTo(ANSWER + ANSWER);
            assertThat(sink.requests()).isEqualTo(3);
        }
    }

    @Test
    void doesNotAnswerAHalfRequest() throws Exception {
        try (Sink sink = Sink.start(1);
                Socket socket = connect(sink.ports().get(0))) {
            byte[] request = request("Content-Length: ", "{\"a\":1}");
            socket.getOutputStream().write(request, 0, request.length - 1);
            socket.setSoTimeout(200);
            Assertions.assertThatThrownBy(() -> socket.getInputStream().read())
                    .isInstanceOf(SocketTimeoutException.class);
            assertThat(sink.requests()).isZero();
        }
    }

    @Test
    void knowsHowLongAStampedEventTookAndForgetsItOnceAsked() throws Exception {
        try (Sink sink = Sink.start(1);
                Socket socket = connect(sink.ports().get(0))) {
            long stamp = Stamp.of(Instant.now().minusSeconds(5));
            for (String body : new String[] {Stamp.FIELD + stamp + ",\"b\":2}", Stamp.FIELD + "0}", "{}"}) {
                socket.getOutputStream().write(request("Content-Length: ", body));
                assertThat(read(socket.getInputStream(), ANSWER.length())).isEqualTo(ANSWER);
            }
            var latencies = sink.receipts().takeLatencies();
            assertThat(latencies.total()).isEqualTo(1);
            assertThat(latencies.max()).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(15));
            assertThat(sink.receipts().takeLatencies().total()).isZero();
        }
    }

    @Test
    void theSilentPortTakesWhatComesAndSaysNothing() throws Exception {
        try (Sink sink = Sink.start(1);
                Socket socket = connect(sink.silentPort())) {
            socket.setSoTimeout(200);
            for (int i = 0; i < 30; i++) {
                socket.getOutputStream().write(request("Content-Length: ", "x".repeat(1_024)));
            }
            Assertions.assertThatThrownBy(() -> socket.getInputStream().read())
                    .isInstanceOf(SocketTimeoutException.class);
            assertThat(sink.requests()).isZero();
        }
    }
}
