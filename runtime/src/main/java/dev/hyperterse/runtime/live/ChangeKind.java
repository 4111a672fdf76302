package dev.hyperterse.runtime.live;

/** The lists whose changes clients are notified of. */
public enum ChangeKind {
    TOOLS,
    PROMPTS,
    RESOURCES
}
