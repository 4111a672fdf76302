package dev.hyperterse.statement.lineage;

import java.util.HashSet;
import java.util.Set;

/**
 * What a value comes from.
 *
 * @param labels of all columns that it depends on
 * @param derived whether it may be another value than that of one column
 */
public record Source(Set<String> labels, boolean derived) {
    static final Source NOTHING = new Source(Set.of(), true);

    public Source {
        labels = Set.copyOf(labels);
    }

    static Source column(Set<String> labels) {
        return new Source(labels, false);
    }

    /** One of the two values: it is derived if one of them is. */
    Source or(Source other) {
        var both = new HashSet<>(labels);
        both.addAll(other.labels);
        return new Source(both, derived || other.derived);
    }

    /** A value computed from this one. */
    Source computed() {
        return new Source(labels, true);
    }
}
