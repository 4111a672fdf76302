package dev.hyperterse.statement.sql;

import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.statement.binding.Finding;
import java.util.List;

/** The result of compiling a statement. */
public sealed interface StatementCompilation {
    /** Ready to be published. */
    record Compiled(SqlStatement statement, StatementEffect effect) implements StatementCompilation {}

    /** Refused, with at least one finding, in the order of the text. */
    record Rejected(List<Finding> findings) implements StatementCompilation {
        public Rejected {
            findings = List.copyOf(findings);
            if (findings.isEmpty()) {
                throw new IllegalArgumentException("a rejection without a finding");
            }
        }
    }
}
