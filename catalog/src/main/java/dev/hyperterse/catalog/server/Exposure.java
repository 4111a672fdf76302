package dev.hyperterse.catalog.server;

/** The tools that {@code tools/list} shows: exactly {@code search} and {@code execute}, every tool itself, or both. */
public enum Exposure {
    Search,
    Direct,
    SearchAndDirect;

    public boolean entryTools() {
        return this != Direct;
    }

    public boolean tools() {
        return this != Search;
    }
}
