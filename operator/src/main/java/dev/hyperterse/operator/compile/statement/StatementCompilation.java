package dev.hyperterse.operator.compile.statement;

import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.operator.problem.Problem;
import java.util.List;

/** What became of a statement. */
public sealed interface StatementCompilation {
    /** Ready to be published. */
    record Compiled(SqlStatement statement, StatementEffect effect) implements StatementCompilation {}

    /** Refused, with at least one problem, in the order of the text. */
    record Rejected(List<Problem> problems) implements StatementCompilation {
        public Rejected {
            problems = List.copyOf(problems);
            if (problems.isEmpty()) {
                throw new IllegalArgumentException("a rejection without a problem");
            }
        }
    }
}
