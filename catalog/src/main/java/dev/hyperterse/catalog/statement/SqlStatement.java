package dev.hyperterse.catalog.statement;

import java.util.List;

/** One SQL statement: its segments in order. */
public record SqlStatement(Dialect dialect, List<Segment> segments) {
    public SqlStatement {
        segments = List.copyOf(segments);
    }
}
