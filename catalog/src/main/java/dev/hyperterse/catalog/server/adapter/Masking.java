package dev.hyperterse.catalog.server.adapter;

import dev.hyperterse.catalog.access.AccessRule;
import dev.hyperterse.catalog.statement.Dialect;
import java.util.List;
import java.util.Optional;

/**
 * Which columns of a database are masked, and for whom.
 *
 * @param dialect of the statements that are masked
 * @param fromComments whether a word like {@code @pii} in the comment of a column is a label of it
 * @param columns with labels that do not come from the database
 * @param rules of which all apply whose condition is not false
 */
public record Masking(Dialect dialect, boolean fromComments, List<LabelledColumn> columns, List<Rule> rules) {
    public Masking {
        columns = columns == null ? List.of() : List.copyOf(columns);
        rules = rules == null ? List.of() : List.copyOf(rules);
    }

    /** @param table with its schema or without */
    public record LabelledColumn(String table, String column, List<String> labels) {
        public LabelledColumn {
            labels = List.copyOf(labels);
        }
    }

    /**
     * What callers see of columns with one of these labels.
     *
     * @param when it applies to a caller; empty for every caller
     */
    public record Rule(List<String> labels, Optional<AccessRule> when, Treatment then) {
        public Rule {
            labels = List.copyOf(labels);
            when = when == null ? Optional.empty() : when;
        }
    }

    /** The replacement of a value; the one that shows most first. */
    public enum Treatment {
        LastFour,
        Hash,
        SetNull,
        /** The call fails. */
        Refuse
    }
}
