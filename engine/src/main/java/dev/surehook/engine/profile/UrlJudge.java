package dev.surehook.engine.profile;

import dev.surehook.engine.profile.SendingProfile.UrlRules;
import java.util.List;

/** Says what is wrong with the URL of an endpoint: its form, and where it leads. Thread-safe. */
@FunctionalInterface
public interface UrlJudge {
    /** All faults, none when it may be saved. May look names up, and so take as long as that does. */
    List<Fault> faults(String url, UrlRules rules);
}
