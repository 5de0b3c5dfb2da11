package dev.surehook.spring.observe;

import dev.surehook.engine.EngineListener;
import dev.surehook.engine.event.EventRef;
import dev.surehook.engine.event.LaneKey;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.inbox.AcceptOutcome;
import dev.surehook.engine.work.Finish;
import dev.surehook.engine.work.OneLine;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One line for each notable event, without payload, secret or text of a request. What strangers can cause is rationed. */
public final class EngineLog implements EngineListener {
    private static final Duration RATION = Duration.ofSeconds(10);

    /** Kinds of lines that come once; what a sender calls its types is for it to say. */
    private static final int MOST_ONCE = 500;

    private static final int MOST_OF_A_NAME = 100;

    private final Logger log;
    private final RationedLines lines;
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    public EngineLog() {
        this(LoggerFactory.getLogger("surehook"));
    }

    EngineLog(Logger log) {
        this.log = log;
        this.lines = new RationedLines(RATION, System::nanoTime, log::warn);
    }

    @Override
    public void answered(SourceName source, AcceptOutcome outcome, Duration took) {
        outcome.fold(new Line(source));
    }

    @Override
    public void ignored(SourceName source, String type, String reason) {
        if (isFirst("ignored " + source + " " + type)) {
            log.info(
                    "kept as ignored: {} {}: {}; told once for each type",
                    source,
                    OneLine.of(type, MOST_OF_A_NAME),
                    OneLine.of(reason, MOST_OF_A_NAME));
        }
    }

    @Override
    public void unordered(LaneKey lane, String type) {
        if (isFirst("unordered " + lane)) {
            log.warn(
                    "no order: {} {} has none of the values that its handler's orderBy names, so it waits for no other"
                            + " event; told once for each handler, surehook.unordered counts",
                    lane,
                    OneLine.of(type, MOST_OF_A_NAME));
        }
    }

    private boolean isFirst(String kind) {
        return told.size() < MOST_ONCE && told.add(kind);
    }

    @Override
    public void storeLost(String why) {
        log.error("store lost: {}; events are answered with 503 until it is back", why);
    }

    @Override
    public void storeBack(Duration outage) {
        log.info("store is back after {} s", outage.toSeconds());
    }

    @Override
    public void attempted(EventRef event, Finish finish) {
        Finish.Next next = finish.next();
        String at = finish.lease().source() + " " + event + " attempt "
                + finish.lease().attempt();
        if (next instanceof Finish.Park park) {
            log.warn("parked {}: {}", at, park.reason());
        } else if (next instanceof Finish.Retry retry) {
            log.info("retry {} in {}: {}", at, spoken(retry.delay()), finish.detail());
        } else {
            log.debug("processed {} in {} ms: {}", at, finish.took().toMillis(), finish.detail());
        }
    }

    @Override
    public void leaseLost(EventRef event, Finish finish) {
        log.warn(
                "lease lost {} {} attempt {}: another worker has it",
                finish.lease().source(),
                event,
                finish.lease().attempt());
    }

    @Override
    public void purged(SourceName source, int events) {
        log.info("purged {}: {} events past their retention", source, events);
    }

    @Override
    public void troubled(String what, Throwable cause) {
        lines.line(what, () -> what + " failed and is tried again: " + oneLine(cause));
        log.debug("{} failed", what, cause);
    }

    private static String oneLine(Throwable cause) {
        return OneLine.of(String.valueOf(cause.getMessage()), 300);
    }

    private static String spoken(Duration delay) {
        return delay.toSeconds() < 10 ? delay.toMillis() + " ms" : delay.toSeconds() + " s";
    }

    /** The line of one answer. */
    private final class Line implements AcceptOutcome.Cases<Boolean> {
        private final SourceName source;

        private Line(SourceName source) {
            this.source = source;
        }

        @Override
        public Boolean accepted(AcceptOutcome.Accepted outcome) {
            log.debug("accepted {} {}", source, outcome.ref());
            return true;
        }

        @Override
        public Boolean duplicate(AcceptOutcome.Duplicate outcome) {
            if (outcome.otherBody()) {
                return rationed(
                        "conflict", "the id of " + outcome.ref() + " came with another body; the first is kept");
            }
            log.debug("duplicate {} {}", source, outcome.ref());
            return true;
        }

        @Override
        public Boolean rejected(AcceptOutcome.Rejected outcome) {
            String reason = SourceMeters.label(outcome.why().reason());
            return rationed("rejected " + reason, outcome.why().detail());
        }

        @Override
        public Boolean malformed(AcceptOutcome.Malformed outcome) {
            return rationed("malformed", outcome.why());
        }

        @Override
        public Boolean unreadableEncoding(AcceptOutcome.UnreadableEncoding outcome) {
            return rationed("unreadable encoding", outcome.why());
        }

        @Override
        public Boolean tooLarge(AcceptOutcome.TooLarge outcome) {
            return rationed("too large", "over " + outcome.limit() + " bytes");
        }

        @Override
        public Boolean unavailable(AcceptOutcome.Unavailable outcome) {
            return rationed("unavailable", outcome.why());
        }

        private boolean rationed(String what, String detail) {
            return lines.line(what + " " + source, () -> what + " " + source + ": " + detail);
        }
    }
}
