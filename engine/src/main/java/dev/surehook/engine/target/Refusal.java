package dev.surehook.engine.target;

/**
 * Why a URL or an address is no target.
 *
 * @param rule its short name, for programs: {@code url-user-info}, {@code address-private}
 * @param text one line for people that says what to change, and repeats nothing that may be secret
 */
public record Refusal(String rule, String text) {}
