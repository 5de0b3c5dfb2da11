package dev.surehook.benchmarks.load;

/** How the ids of consecutive events relate: random (UUID version 4) or in time order (version 7). */
public enum IdOrder {
    RANDOM,
    ORDERED
}
