package dev.surehook.server.profile;

import dev.surehook.engine.profile.Profiles;
import dev.surehook.engine.profile.SendingProfile;
import dev.surehook.server.settings.ServerSettings;
import dev.surehook.server.start.BadStart;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The profiles that accounts can be sent to with: the built-in ones and the operator's own. Immutable. */
public final class SendingProfiles {
    private final Map<String, SendingProfile> byName;
    private final SendingProfile fallback;

    private SendingProfiles(Map<String, SendingProfile> byName, SendingProfile fallback) {
        this.byName = Map.copyOf(byName);
        this.fallback = fallback;
    }

    /** @throws BadStart with one line that names the key */
    public static SendingProfiles of(ServerSettings settings) {
        Map<String, SendingProfile> byName = new LinkedHashMap<>();
        Profiles.all().forEach(profile -> byName.put(profile.name(), profile));
        settings.profiles().forEach((name, own) -> {
            if (Profiles.byName(name).isPresent()) {
                throw BadStart.usage(
                        "surehook.profiles." + name + ": " + name
                                + " is built in and stays as it is; give yours another name, and name it in surehook.default-profile");
            }
            byName.put(name, new ConfiguredProfile(name, own).profile());
        });
        SendingProfile fallback = byName.get(settings.defaultProfile());
        if (fallback == null) {
            throw BadStart.usage("surehook.default-profile: there is no profile \"" + settings.defaultProfile()
                    + "\"; known are " + String.join(", ", byName.keySet()));
        }
        return new SendingProfiles(byName, fallback);
    }

    public Optional<SendingProfile> byName(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** All, by name. */
    public Map<String, SendingProfile> all() {
        return byName;
    }

    /** The profile of accounts that name none. */
    public SendingProfile fallback() {
        return fallback;
    }
}
