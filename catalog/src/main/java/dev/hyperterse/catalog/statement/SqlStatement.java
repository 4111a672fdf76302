package dev.hyperterse.catalog.statement;

import java.util.List;
import java.util.stream.Stream;

/** One SQL statement: its segments in order. */
public record SqlStatement(Dialect dialect, List<Segment> segments) {
    public SqlStatement {
        segments = List.copyOf(segments);
    }

    /** Whether values become text of it. */
    public boolean textual() {
        return segments.stream().anyMatch(Segment.Pasted.class::isInstance);
    }

    /** What its values are made from; one may occur several times. */
    public Stream<Reference> references() {
        return segments.stream().flatMap(Segment::references);
    }
}
