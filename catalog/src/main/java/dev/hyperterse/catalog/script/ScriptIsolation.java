package dev.hyperterse.catalog.script;

/** Which engine runs a script, from the least isolated on. */
public enum ScriptIsolation {
    /** That of the replica, in a realm with frozen built-in objects, where runs follow each other. */
    Shared,
    /** That of the replica, in a realm of its own for each run. */
    Fresh,
    /** One with a memory of its own for each run. */
    Isolated
}
