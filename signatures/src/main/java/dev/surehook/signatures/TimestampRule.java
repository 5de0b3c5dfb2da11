package dev.surehook.signatures;

import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;

/** Where a scheme's timestamp stands. */
public sealed interface TimestampRule {

    <T> T fold(Supplier<T> none, Function<InHeader, T> inHeader, Function<InList, T> inList);

    /** The same place, counting another unit. */
    default TimestampRule in(TimestampUnit unit) {
        return fold(() -> this, rule -> new InHeader(rule.header(), unit), rule -> new InList(rule.key(), unit));
    }

    /** The scheme has no timestamp: signatures never grow old. */
    record None() implements TimestampRule {
        @Override
        public <T> T fold(Supplier<T> none, Function<InHeader, T> inHeader, Function<InList, T> inList) {
            return none.get();
        }
    }

    /** A header of its own. */
    record InHeader(String header, TimestampUnit unit) implements TimestampRule {
        public InHeader {
            Words.requireHeaderName(header, "timestamp header");
            Objects.requireNonNull(unit, "unit");
        }

        @Override
        public <T> T fold(Supplier<T> none, Function<InHeader, T> inHeader, Function<InList, T> inList) {
            return inHeader.apply(this);
        }
    }

    /** A part of the signature header, such as {@code t} in {@code t=…,s=…}. */
    record InList(String key, TimestampUnit unit) implements TimestampRule {
        public InList {
            Words.requireToken(key, "timestamp key");
            Objects.requireNonNull(unit, "unit");
        }

        @Override
        public <T> T fold(Supplier<T> none, Function<InHeader, T> inHeader, Function<InList, T> inList) {
            return inList.apply(this);
        }
    }
}
