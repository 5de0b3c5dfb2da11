package dev.surehook.engine.profile;

/**
 * What is wrong with what an owner wrote.
 *
 * @param field where: {@code url}, {@code types[2]}, {@code headers.X-Name}
 * @param rule which rule it breaks, for programs: lower-case words with dashes
 * @param text one line for people; holds no value that may be a secret
 */
public record Fault(String field, String rule, String text) {}
