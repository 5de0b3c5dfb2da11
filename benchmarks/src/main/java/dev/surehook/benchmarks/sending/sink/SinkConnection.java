package dev.surehook.benchmarks.sending.sink;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** One connection to a sink. Its requests have a Content-Length and fit into a small buffer. Used by one thread. */
final class SinkConnection {
    private static final int CAPACITY = 16 * 1_024;
    private static final byte[] ANSWER = "HTTP/1.1 204 No Content\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final String LENGTH = "content-length:";

    private final byte[] bytes = new byte[CAPACITY];
    private final ByteBuffer in = ByteBuffer.wrap(bytes);
    private final SocketChannel channel;
    private final Receipts receipts;
    private final boolean answers;

    SinkConnection(SocketChannel channel, Receipts receipts, boolean answers) {
        this.channel = channel;
        this.receipts = receipts;
        this.answers = answers;
    }

    /** Takes what has arrived and answers it. False at the end of the stream. */
    boolean read() throws IOException {
        if (channel.read(in) < 0) {
            return false;
        }
        if (!answers) {
            in.clear();
            return true;
        }
        for (int end = requestEnd(); end > 0; end = requestEnd()) {
            in.flip().position(end);
            in.compact();
            // The buffer of a socket that is asked one request at a time has room for these few bytes.
            channel.write(ByteBuffer.wrap(ANSWER));
        }
        if (!in.hasRemaining()) {
            throw new IOException("a request of more than " + CAPACITY + " bytes");
        }
        return true;
    }

    /** Where the first request ends, counting it; 0 when it is not all there. */
    private int requestEnd() {
        int filled = in.position();
        for (int i = 3; i < filled; i++) {
            if (bytes[i] == '\n' && bytes[i - 1] == '\r' && bytes[i - 2] == '\n') {
                int body = i + 1;
                int end = body + contentLength(body);
                if (end > filled) {
                    return 0;
                }
                receipts.received(Stamp.read(bytes, body, end));
                return end;
            }
        }
        return 0;
    }

    private int contentLength(int headEnd) {
        for (int i = 0; i < headEnd; i++) {
            if (bytes[i] == '\n' && isLength(i + 1, headEnd)) {
                int at = i + 1 + LENGTH.length();
                while (bytes[at] == ' ') {
                    at++;
                }
                int value = 0;
                for (; bytes[at] >= '0' && bytes[at] <= '9'; at++) {
                    value = value * 10 + bytes[at] - '0';
                }
                return value;
            }
        }
        return 0;
    }

    private boolean isLength(int at, int headEnd) {
        if (headEnd - at < LENGTH.length()) {
            return false;
        }
        for (int i = 0; i < LENGTH.length(); i++) {
            // Letters only: a dash and a colon have that bit already.
            if ((bytes[at + i] | 0x20) != LENGTH.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
