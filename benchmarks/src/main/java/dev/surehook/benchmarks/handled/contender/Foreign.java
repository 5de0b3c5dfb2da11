package dev.surehook.benchmarks.handled.contender;

/** Auto-configurations of other contenders on the same class path, for {@code spring.autoconfigure.exclude}. */
public final class Foreign {
    public static final String MODULITH = String.join(
            ",",
            "org.springframework.modulith.events.config.EventPublicationAutoConfiguration",
            "org.springframework.modulith.events.config.EventExternalizationAutoConfiguration",
            "org.springframework.modulith.events.jdbc.JdbcEventPublicationAutoConfiguration",
            "org.springframework.modulith.moments.autoconfigure.MomentsAutoConfiguration");

    public static final String SUREHOOK = "dev.surehook.spring.boot.SurehookAutoConfiguration";

    private Foreign() {}
}
