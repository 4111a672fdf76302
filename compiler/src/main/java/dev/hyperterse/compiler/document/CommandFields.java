package dev.hyperterse.compiler.document;

import static java.util.Map.entry;

import dev.hyperterse.catalog.document.DocumentCommand.Kind;
import java.util.Map;

/** The fields of each command. A closed list: fields that bound or route a call are set by the replica. */
final class CommandFields {
    /** The kind of a field. */
    enum Shape {
        QUERY,
        WRITE_QUERY,
        EXPRESSION,
        SORT,
        COUNT,
        NAME,
        /** By its name or its keys. */
        INDEX,
        FIXED,
        PIPELINE,
        DOCUMENTS,
        UPDATE,
        UPDATES,
        DELETES,
        WRITE_QUERIES
    }

    private static final Map<String, Shape> FIND = Map.ofEntries(
            entry("filter", Shape.QUERY),
            entry("projection", Shape.EXPRESSION),
            entry("sort", Shape.SORT),
            entry("skip", Shape.COUNT),
            entry("limit", Shape.COUNT),
            entry("hint", Shape.INDEX));
    private static final Map<String, Shape> AGGREGATE = Map.of(
            "pipeline", Shape.PIPELINE,
            "let", Shape.EXPRESSION,
            "hint", Shape.INDEX);
    private static final Map<String, Shape> COUNT = Map.of(
            "query", Shape.QUERY,
            "skip", Shape.COUNT,
            "limit", Shape.COUNT,
            "hint", Shape.INDEX);
    private static final Map<String, Shape> DISTINCT = Map.of("key", Shape.NAME, "query", Shape.QUERY);
    private static final Map<String, Shape> INSERT = Map.of("documents", Shape.DOCUMENTS, "ordered", Shape.FIXED);
    private static final Map<String, Shape> UPDATE = Map.of("updates", Shape.UPDATES, "ordered", Shape.FIXED);
    private static final Map<String, Shape> DELETE = Map.of("deletes", Shape.DELETES, "ordered", Shape.FIXED);
    private static final Map<String, Shape> FIND_AND_MODIFY = Map.ofEntries(
            entry("query", Shape.WRITE_QUERY),
            entry("sort", Shape.SORT),
            entry("remove", Shape.FIXED),
            entry("update", Shape.UPDATE),
            entry("new", Shape.FIXED),
            entry("fields", Shape.EXPRESSION),
            entry("upsert", Shape.FIXED),
            entry("arrayFilters", Shape.WRITE_QUERIES),
            entry("hint", Shape.INDEX));

    static final Map<String, Shape> OF_AN_UPDATE = Map.of(
            "q", Shape.WRITE_QUERY,
            "u", Shape.UPDATE,
            "upsert", Shape.FIXED,
            "multi", Shape.FIXED,
            "arrayFilters", Shape.WRITE_QUERIES,
            "hint", Shape.INDEX);
    static final Map<String, Shape> OF_A_DELETE = Map.of(
            "q", Shape.WRITE_QUERY,
            "limit", Shape.FIXED,
            "hint", Shape.INDEX);

    private CommandFields() {}

    static Map<String, Shape> of(Kind kind) {
        return switch (kind) {
            case FIND -> FIND;
            case AGGREGATE -> AGGREGATE;
            case COUNT -> COUNT;
            case DISTINCT -> DISTINCT;
            case INSERT -> INSERT;
            case UPDATE -> UPDATE;
            case DELETE -> DELETE;
            case FIND_AND_MODIFY -> FIND_AND_MODIFY;
        };
    }
}
