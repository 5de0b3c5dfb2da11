package dev.surehook.server.profile;

import dev.surehook.engine.profile.Envelope;
import dev.surehook.engine.profile.JsonEnvelope;
import dev.surehook.engine.profile.JsonMember;
import dev.surehook.server.settings.ProfileSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An envelope from the names of its members. */
final class ConfiguredEnvelope {
    private final Map<String, JsonMember> members = new LinkedHashMap<>();

    private ConfiguredEnvelope() {}

    /**
     * Nothing where no member has a name.
     *
     * @throws IllegalArgumentException with one line
     */
    static Optional<Envelope> of(ProfileSettings.Envelope names) {
        ConfiguredEnvelope envelope = new ConfiguredEnvelope();
        envelope.add(names.id(), JsonMember.Id::new);
        envelope.add(names.type(), JsonMember.Type::new);
        envelope.add(names.createdAt(), JsonMember.CreatedAt::new);
        envelope.add(names.account(), name -> new JsonMember.Account(name, false));
        envelope.add(names.payload(), JsonMember.Payload::named);
        if (envelope.members.isEmpty()) {
            return Optional.empty();
        }
        if (names.payload() == null) {
            throw new IllegalArgumentException(
                    "payload is missing: the name of the member that holds what was published");
        }
        return Optional.of(new JsonEnvelope(new ArrayList<>(envelope.members.values())));
    }

    private void add(@Nullable String name, Function<String, JsonMember> member) {
        if (name == null) {
            return;
        }
        if (name.isBlank() || members.putIfAbsent(name, member.apply(name)) != null) {
            throw new IllegalArgumentException(
                    name.isBlank() ? "a member has no name" : "two members are called " + name);
        }
    }
}
