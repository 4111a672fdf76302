package dev.hyperterse.rule;

import dev.hyperterse.catalog.access.AccessRule;
import java.util.List;

/** The result of compiling a rule. */
public sealed interface RuleCompilation {
    record Sound(AccessRule.Program program) implements RuleCompilation {}

    record Faulty(List<Mistake> mistakes) implements RuleCompilation {
        public Faulty {
            mistakes = List.copyOf(mistakes);
        }
    }

    /** One mistake of an author. @param offset of the text, in UTF-16 units */
    record Mistake(int offset, String rule, String message, String remedy) {}
}
