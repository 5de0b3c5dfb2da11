package dev.surehook.testkit.receiver;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A complete, well-formed answer. */
public record HttpAnswer(int status, List<Map.Entry<String, String>> headers, byte[] body) implements Answer {
    public HttpAnswer {
        headers = List.copyOf(headers);
    }

    public HttpAnswer withHeader(String name, String value) {
        List<Map.Entry<String, String>> more = new ArrayList<>(headers);
        more.add(Map.entry(name, value));
        return new HttpAnswer(status, more, body);
    }

    public HttpAnswer withBody(String text) {
        return new HttpAnswer(status, headers, text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public boolean send(Wire wire) throws IOException {
        boolean bodyAllowed = status != 204 && status != 304 && status >= 200;
        StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " Scripted\r\n");
        headers.forEach(header -> head.append(header.getKey())
                .append(": ")
                .append(header.getValue())
                .append("\r\n"));
        if (bodyAllowed) {
            head.append("Content-Length: ").append(body.length).append("\r\n");
        }
        wire.write(head.append("\r\n").toString());
        if (bodyAllowed) {
            wire.write(body);
        }
        return true;
    }
}
