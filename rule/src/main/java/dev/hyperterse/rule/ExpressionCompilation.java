package dev.hyperterse.rule;

import dev.hyperterse.catalog.composition.Expression;
import dev.hyperterse.rule.RuleCompilation.Mistake;
import java.util.List;

/** The result of compiling an expression. */
public sealed interface ExpressionCompilation {
    record Sound(Expression expression) implements ExpressionCompilation {}

    record Faulty(List<Mistake> mistakes) implements ExpressionCompilation {
        public Faulty {
            mistakes = List.copyOf(mistakes);
        }
    }
}
