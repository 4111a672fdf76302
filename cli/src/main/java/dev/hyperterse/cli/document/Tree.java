package dev.hyperterse.cli.manifest;

/**
 * A decoded document: what it says, and where.
 *
 * @param content maps with text keys, lists, texts, {@link Long}, {@link Double}, {@link Boolean} or null, as the API
 *     server would have decoded it; the object when it is one
 */
record Tree(Object content, SourceMap sources) {}
