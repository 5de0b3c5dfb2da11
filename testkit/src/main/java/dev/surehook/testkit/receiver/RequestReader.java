package dev.surehook.testkit.receiver;

import dev.surehook.signatures.Headers;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads requests off a connection. Strict: what is not plain HTTP/1.1 ends the connection. */
final class RequestReader {
    private static final int MOST_HEAD_BYTES = 1 << 20;

    private final InputStream in;

    /** @param in buffered */
    RequestReader(InputStream in) {
        this.in = in;
    }

    /** The next request, or nothing when the sender closed the connection before its first byte. */
    Optional<ReceivedRequest> next(int connection) throws IOException {
        byte[] head = readHead();
        if (head.length == 0) {
            return Optional.empty();
        }
        String[] lines = new String(head, StandardCharsets.ISO_8859_1).split("\r\n");
        String[] first = lines[0].split(" ");
        if (first.length != 3) {
            throw new IOException("the request line has not three parts");
        }
        Headers headers = headers(lines);
        byte[] body = readBody(headers);
        return Optional.of(new ReceivedRequest(Instant.now(), connection, head, first[0], first[1], headers, body));
    }

    private byte[] readHead() throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream(1_024);
        int last4 = 0;
        while (last4 != 0x0d0a0d0a) {
            int octet = in.read();
            if (octet < 0) {
                if (head.size() == 0) {
                    return new byte[0];
                }
                throw new EOFException("the connection ended within a head");
            }
            if (head.size() == 0 && (octet < 'A' || octet > 'Z')) {
                throw new IOException("no method begins like this; a TLS client perhaps");
            }
            head.write(octet);
            last4 = last4 << 8 | octet;
            if (head.size() > MOST_HEAD_BYTES) {
                throw new IOException("the head is over 1 MiB");
            }
        }
        return head.toByteArray();
    }

    private static Headers headers(String[] lines) throws IOException {
        List<Map.Entry<String, String>> headers = new ArrayList<>();
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            if (colon < 1) {
                throw new IOException("a header line has no name");
            }
            headers.add(Map.entry(
                    lines[i].substring(0, colon), lines[i].substring(colon + 1).strip()));
        }
        return Headers.of(headers);
    }

    private byte[] readBody(Headers headers) throws IOException {
        if (headers.first("Transfer-Encoding").orElse("").equalsIgnoreCase("chunked")) {
            return readChunks();
        }
        return readExactly(Integer.parseInt(headers.first("Content-Length").orElse("0")));
    }

    private byte[] readChunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int size = chunkSize(); size > 0; size = chunkSize()) {
            body.writeBytes(readExactly(size));
            readLine();
        }
        String trailer = readLine();
        while (!trailer.isEmpty()) {
            trailer = readLine();
        }
        return body.toByteArray();
    }

    private int chunkSize() throws IOException {
        return Integer.parseInt(readLine().split(";")[0].strip(), 16);
    }

    private String readLine() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int octet = in.read(); octet != '\n'; octet = in.read()) {
            if (octet < 0) {
                throw new EOFException("the connection ended within a line");
            }
            line.append((char) octet);
        }
        return line.toString().stripTrailing();
    }

    private byte[] readExactly(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the connection ended within a body");
        }
        return bytes;
    }
}
