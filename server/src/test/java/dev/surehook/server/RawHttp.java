package dev.surehook.server;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A connection on which anything can be written. */
final class RawHttp implements Closeable {
    private final Socket socket;

    private RawHttp(Socket socket) {
        this.socket = socket;
    }

    static RawHttp to(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(40_000);
        socket.setTcpNoDelay(true);
        return new RawHttp(socket);
    }

    /** One byte for each character. */
    void write(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    void write(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** The status of the next answer; -1 when the server closes instead. */
    int status() throws IOException {
        String line = readThrough("\n");
        return line.isEmpty() ? -1 : Integer.parseInt(line.substring(9, 12));
    }

    /** The next answer's status line and headers; no answer of the intake has a body. */
    String head() throws IOException {
        return readThrough("\r\n\r\n");
    }

    private String readThrough(String end) throws IOException {
        StringBuilder text = new StringBuilder();
        InputStream in = socket.getInputStream();
        while (text.length() < end.length() || text.indexOf(end, text.length() - end.length()) < 0) {
            int c = in.read();
            if (c < 0) {
                return "";
            }
            text.append((char) c);
        }
        return text.toString();
    }

    /** All that comes until the server closes. */
    String readToEnd() throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
