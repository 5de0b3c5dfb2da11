package dev.surehook.benchmarks.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * Collects the bytes of one HTTP/1.1 response and tells when it is complete. Requests are not pipelined, so whatever
 * has arrived belongs to this response.
 */
final class ResponseBuffer {

    static final int INCOMPLETE = 0;

    private static final int CAPACITY = 32 * 1024;

    private final byte[] bytes = new byte[CAPACITY];
    private final ByteBuffer buffer = ByteBuffer.wrap(bytes);
    private boolean closing;

    /** Reads what is there. Returns false at the end of the stream. */
    boolean readFrom(SocketChannel channel) throws IOException {
        if (!buffer.hasRemaining()) {
            throw new IOException("answer larger than " + CAPACITY + " bytes");
        }
        return channel.read(buffer) >= 0;
    }

    boolean isEmpty() {
        return buffer.position() == 0;
    }

    /** Whether the server said that it closes the connection after this response. */
    boolean isClosing() {
        return closing;
    }

    void clear() {
        buffer.clear();
        closing = false;
    }

    /** The status of the response when all of it has arrived, else {@link #INCOMPLETE}. */
    int completeStatus() {
        int bodyAt = bodyStart();
        if (bodyAt < 0) {
            return INCOMPLETE;
        }
        int status = (bytes[9] - '0') * 100 + (bytes[10] - '0') * 10 + bytes[11] - '0';
        int length = 0;
        boolean chunked = false;
        for (int line = nextLine(0); line < bodyAt - 2; line = nextLine(line)) {
            if (startsWith(line, "content-length: ")) {
                length = number(line + "content-length: ".length());
            } else if (startsWith(line, "transfer-encoding: chunked")) {
                chunked = true;
            } else if (startsWith(line, "connection: close")) {
                closing = true;
            }
        }
        boolean complete = chunked ? endsWithLastChunk(bodyAt) : buffer.position() >= bodyAt + length;
        return complete ? status : INCOMPLETE;
    }

    private int bodyStart() {
        for (int i = 12; i + 3 < buffer.position(); i++) {
            if (bytes[i] == '\r' && bytes[i + 1] == '\n' && bytes[i + 2] == '\r' && bytes[i + 3] == '\n') {
                return i + 4;
            }
        }
        return -1;
    }

    private int nextLine(int from) {
        int i = from;
        while (bytes[i] != '\n') {
            i++;
        }
        return i + 1;
    }

    private boolean startsWith(int at, String lowerCase) {
        for (int i = 0; i < lowerCase.length(); i++) {
            byte b = bytes[at + i];
            int lower = b >= 'A' && b <= 'Z' ? b + 32 : b;
            if (lower != lowerCase.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private int number(int at) {
        int value = 0;
        for (int i = at; bytes[i] >= '0' && bytes[i] <= '9'; i++) {
            value = value * 10 + bytes[i] - '0';
        }
        return value;
    }

    private boolean endsWithLastChunk(int bodyAt) {
        int end = buffer.position();
        return end >= bodyAt + 5 && startsWith(end - 5, "0\r\n\r\n");
    }
}
