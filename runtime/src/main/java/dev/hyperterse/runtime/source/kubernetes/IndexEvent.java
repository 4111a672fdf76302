package dev.hyperterse.runtime.source.kubernetes;

/** One line of a watch on the index. */
sealed interface IndexEvent {
    record Changed(StoredEntries index) implements IndexEvent {}

    /** Nothing changed; the line proves that the watch is alive. */
    record Bookmark() implements IndexEvent {}

    /**
     * The index was deleted, the resourceVersion is too old, or the API server has ended the watch: the index must be
     * read again.
     */
    record Ended() implements IndexEvent {}
}
