package dev.surehook.server.api;

import dev.surehook.engine.event.SourceName;
import dev.surehook.server.health.UnworkedSources;
import dev.surehook.server.source.ConfiguredSource;
import dev.surehook.server.source.MaskedUrl;
import dev.surehook.spring.observe.EngineMetrics;
import dev.surehook.spring.observe.SourceMeters;
import dev.surehook.spring.observe.StoreWatch;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Sources: what is configured, what was counted since the start, what waits. */
@RestController
@RequestMapping("/v1/sources")
class SourcesController {
    private final Sources sources;
    private final EngineMetrics metrics;
    private final StoreWatch watch;
    private final UnworkedSources unworked;

    SourcesController(Sources sources, EngineMetrics metrics, StoreWatch watch, UnworkedSources unworked) {
        this.sources = sources;
        this.metrics = metrics;
        this.watch = watch;
        this.unworked = unworked;
    }

    @GetMapping
    Page list() {
        Set<SourceName> configured =
                sources.all().stream().map(source -> source.source().name()).collect(Collectors.toSet());
        Stream<SourceView> gone = unworked.of(watch.backlog()).stream()
                .filter(name -> !configured.contains(name))
                .map(this::notConfigured);
        return new Page(
                Stream.concat(sources.all().stream().map(this::view), gone).toList());
    }

    /** It was configured once, and its events still wait. */
    private SourceView notConfigured(SourceName name) {
        return new SourceView(name.value(), false, null, null, null, null, Map.of(), Map.of(), backlog(name));
    }

    private BacklogView backlog(SourceName name) {
        return new BacklogView(watch.parked(name), watch.oldestDueAge(name).toMillis() / 1000.0);
    }

    private SourceView view(ConfiguredSource configured) {
        SourceName name = configured.source().name();
        SourceMeters meters = metrics.of(name);
        return new SourceView(
                name.value(),
                true,
                configured.source().provider().name(),
                "/in/" + name,
                configured.target().map(target -> MaskedUrl.of(target.url())).orElse(null),
                configured.forwardForm().orElse(null),
                meters.answers(),
                meters.rejections(),
                backlog(name));
    }

    record Page(List<SourceView> sources) {}

    /**
     * One source.
     *
     * @param configured false when only its events are left; then there is no provider and no path
     * @param forwardUrl without the values of its query
     * @param answers by outcome, since the start
     * @param rejections refused signatures by reason, since the start
     */
    record SourceView(
            String name,
            boolean configured,
            @Nullable String provider,
            @Nullable String path,
            @Nullable String forwardUrl,
            @Nullable String forwardAs,
            Map<String, Long> answers,
            Map<String, Long> rejections,
            BacklogView backlog) {}

    /** As of the last look, a few seconds ago at most. */
    record BacklogView(long parked, double oldestDueAgeSeconds) {}
}
