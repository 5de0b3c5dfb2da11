package dev.surehook.benchmarks.sending.contender;

import java.util.List;

/**
 * Where endpoints are: each has a path of its own, and as many hosts and ports as the sink has share them.
 *
 * @param silentPort takes connections and never answers
 */
record Addresses(List<Integer> ports, int silentPort, int endpoints) {

    String url(int endpoint) {
        return "http://127.0.0.1:" + ports.get(endpoint % ports.size()) + "/hook/" + endpoint;
    }

    String silentUrl() {
        return "http://127.0.0.1:" + silentPort + "/hook";
    }
}
