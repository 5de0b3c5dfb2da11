package dev.surehook.engine.profile;

import dev.surehook.engine.endpoint.EndpointDraft;
import dev.surehook.engine.endpoint.Quoted;
import dev.surehook.signatures.Secret;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Judges what owners say of endpoints by the rules of a profile, and names every fault at once. Thread-safe. */
public final class EndpointJudge {
    private static final int MOST_TYPES = 100;
    /** As long as a type may be. */
    private static final int LONGEST_TYPE = 255;

    private final SendingProfile profile;
    private final UrlJudge urls;
    private final CustomHeaders headers;
    private final Set<String> identities;

    /** Where there are no client identities. */
    public EndpointJudge(SendingProfile profile, UrlJudge urls) {
        this(profile, urls, Set.of());
    }

    /** @param identities names of the certificates that we can show to receivers */
    public EndpointJudge(SendingProfile profile, UrlJudge urls, Set<String> identities) {
        this.profile = profile;
        this.urls = urls;
        this.identities = Set.copyOf(identities);
        this.headers = new CustomHeaders(profile);
    }

    /** All faults in the order of the fields; none when the draft may be saved. */
    public List<Fault> faults(EndpointDraft draft) {
        List<Fault> faults = new ArrayList<>(url(draft.url()));
        judgeName(draft.name(), faults);
        judgeTypes(draft.types(), faults);
        faults.addAll(headers.faults(draft.headers()));
        draft.clientIdentity()
                .filter(name -> !identities.contains(name))
                .map(EndpointJudge::unknownIdentity)
                .ifPresent(faults::add);
        return List.copyOf(faults);
    }

    /** What is wrong with a secret that was brought along. */
    public List<Fault> faults(Secret secret) {
        return profile.secrets().form().fault(secret).stream()
                .map(text -> new Fault("secret", "secret-form", text))
                .toList();
    }

    private static Fault unknownIdentity(String name) {
        return new Fault(
                "client_identity",
                "unknown",
                "there is no client identity " + Quoted.of(name) + ": whoever runs this sets them up, under a name");
    }

    private List<Fault> url(String url) {
        if (url.isBlank()) {
            return List.of(new Fault("url", "missing", "the url is missing"));
        }
        int longest = profile.urls().longest();
        if (url.length() > longest) {
            // Not looked at any further: it is not worth reading.
            return List.of(new Fault(
                    "url",
                    "url-length",
                    "the url has " + url.length() + " characters, and " + longest + " are the most"));
        }
        return urls.faults(url, profile.urls());
    }

    private void judgeName(String name, List<Fault> faults) {
        int longest = profile.limits().name();
        if (name.codePointCount(0, name.length()) > longest) {
            faults.add(new Fault("name", "name-length", "the name has more than " + longest + " characters"));
        }
        if (name.chars().anyMatch(Character::isISOControl)) {
            faults.add(
                    new Fault("name", "control-character", "the name has a control character, such as a line break"));
        }
    }

    private static void judgeTypes(List<String> types, List<Fault> faults) {
        if (types.size() > MOST_TYPES) {
            faults.add(new Fault(
                    "types",
                    "too-many",
                    "there are " + types.size() + " types, and " + MOST_TYPES + " at most; a * stands"
                            + " for any characters"));
            return;
        }
        for (int i = 0; i < types.size(); i++) {
            String type = types.get(i);
            String field = "types[" + i + "]";
            if (type.isBlank()) {
                faults.add(new Fault(field, "missing", "a type is blank; no types at all means every type"));
            } else if (type.length() > LONGEST_TYPE) {
                faults.add(new Fault(field, "type-length", "a type has more than " + LONGEST_TYPE + " characters"));
            } else if (type.chars().anyMatch(c -> Character.isISOControl(c) || Character.isWhitespace(c))) {
                faults.add(new Fault(
                        field,
                        "type-white-space",
                        "the type " + Quoted.of(type) + " has white space or a control character"));
            }
        }
    }
}
