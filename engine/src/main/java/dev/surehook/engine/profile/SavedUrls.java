package dev.surehook.engine.profile;

import dev.surehook.engine.profile.SendingProfile.UrlRules;
import dev.surehook.engine.target.Refusal;
import dev.surehook.engine.target.TargetJudge;
import dev.surehook.engine.target.TargetRefused;
import dev.surehook.engine.target.TargetRules;
import java.time.Duration;
import java.util.List;

/**
 * Judges the URL of an endpoint that is saved: its form, and every address that its host has now. Thread-safe.
 *
 * @param localHttp whether URLs of this machine need no TLS, whatever the profile says
 */
public record SavedUrls(TargetJudge judge, boolean localHttp) implements UrlJudge {
    /** Somebody waits for the answer. */
    private static final Duration LOOK_UP = Duration.ofSeconds(2);

    @Override
    public List<Fault> faults(String url, UrlRules rules) {
        TargetRules form = new TargetRules(
                rules.httpsOnly(), localHttp, rules.ports(), rules.ipv4Only(), rules.queryAllowed(), rules.longest());
        try {
            return judge.atSave(form.parse(url), rules.ipv4Only(), LOOK_UP).map(SavedUrls::fault).stream()
                    .toList();
        } catch (TargetRefused e) {
            return List.of(fault(e.refusal()));
        }
    }

    private static Fault fault(Refusal refusal) {
        return new Fault("url", refusal.rule(), refusal.text());
    }
}
