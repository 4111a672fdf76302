package dev.hyperterse.catalog.statement;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One SQL statement: its segments in order.
 *
 * @param session segments of a statement that is run before it, in the same transaction; none where nothing is
 */
public record SqlStatement(
        Dialect dialect,
        List<Segment> segments,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Segment> session) {
    public SqlStatement {
        segments = List.copyOf(segments);
        session = session == null ? List.of() : List.copyOf(session);
    }

    /** One that is run by itself. */
    public SqlStatement(Dialect dialect, List<Segment> segments) {
        this(dialect, segments, List.of());
    }

    public SqlStatement within(List<Segment> settings) {
        return new SqlStatement(dialect, segments, settings);
    }

    /** Whether values become text of it. */
    public boolean textual() {
        return segments.stream().anyMatch(Segment.Pasted.class::isInstance);
    }

    /** Whether callers choose names in it, and with them what it reads. */
    public boolean readsNamesOfCallers() {
        return segments.stream().anyMatch(Segment.Name.class::isInstance);
    }

    /** The roles that it may run with, of which each call names one; empty where it runs with that of the connection. */
    public Optional<List<String>> roles() {
        return session.stream()
                .filter(Segment.Role.class::isInstance)
                .map(Segment.Role.class::cast)
                .map(Segment.Role::allowed)
                .findFirst();
    }

    /** The sources of the role that it runs with. */
    public Stream<Reference> roleReferences() {
        return session.stream().filter(Segment.Role.class::isInstance).flatMap(Segment::references);
    }

    /** The sources of its values; one may occur several times. */
    public Stream<Reference> references() {
        return Stream.concat(session.stream(), segments.stream()).flatMap(Segment::references);
    }
}
