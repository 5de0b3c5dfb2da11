package dev.surehook.testkit.crash;

/** Where a node can die. */
interface Step {
    String name();
}
