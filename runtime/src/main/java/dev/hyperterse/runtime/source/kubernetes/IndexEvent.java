package dev.hyperterse.runtime.source.kubernetes;

/** One line of a watch on the index. */
sealed interface IndexEvent {
    record Changed(StoredEntries index) implements IndexEvent {}

    /** Nothing changed; the line proves that the watch is alive. */
    record Bookmark() implements IndexEvent {}

    /** Deleted, too far behind, or given up by the API server: the index is to be read again. */
    record Over() implements IndexEvent {}
}
