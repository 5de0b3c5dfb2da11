package dev.surehook.signatures;

import java.util.List;
import java.util.function.Function;

/** Where a value stands in a request. */
public sealed interface Locator {

    <T> T fold(Function<Header, T> header, Function<JsonPath, T> jsonPath);

    /** The path {@code data.id} as {@code JsonPath(["data", "id"])}. */
    static JsonPath json(String dottedPath) {
        return new JsonPath(List.of(dottedPath.split("\\.", -1)));
    }

    static Header header(String name) {
        return new Header(name);
    }

    record Header(String name) implements Locator {
        public Header {
            Words.requireHeaderName(name, "header of an id or type");
        }

        @Override
        public <T> T fold(Function<Header, T> header, Function<JsonPath, T> jsonPath) {
            return header.apply(this);
        }
    }

    /** Member names from the top of the JSON body downwards; one name is a top-level member. */
    record JsonPath(List<String> path) implements Locator {
        public JsonPath {
            path = List.copyOf(path);
            if (path.isEmpty() || path.stream().anyMatch(String::isBlank)) {
                throw new IllegalArgumentException("a JSON path needs member names with dots between, as in data.id");
            }
        }

        @Override
        public <T> T fold(Function<Header, T> header, Function<JsonPath, T> jsonPath) {
            return jsonPath.apply(this);
        }
    }
}
