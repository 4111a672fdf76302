package dev.hyperterse.catalog.script;

/** Which engine runs a script. */
public enum ScriptIsolation {
    /** That of the replica, with the scripts of all authors of its server. */
    Shared,
    /** One with a memory of its own for each run. */
    Isolated
}
