package dev.hyperterse.runtime.live;

/** The lists that clients are told about when they change. */
public enum ChangeKind {
    TOOLS,
    PROMPTS,
    RESOURCES
}
