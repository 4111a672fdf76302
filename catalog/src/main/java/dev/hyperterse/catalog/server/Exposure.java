package dev.hyperterse.catalog.server;

/**
 * The tools that {@code tools/list} shows: the entry tools, every tool itself, both, or what costs the caller less: every
 * tool where they are few and small, else the entry tools. Calls of a tool by its own name do not depend on it.
 */
public enum Exposure {
    Search,
    Direct,
    SearchAndDirect,
    Auto;

    /** Whether callers may see, and all may call, the entry tools. */
    public boolean entryTools() {
        return this != Direct;
    }

    /** Whether callers may see every tool. */
    public boolean tools() {
        return this != Search;
    }
}
