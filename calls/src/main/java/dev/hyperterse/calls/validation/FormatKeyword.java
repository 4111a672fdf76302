package dev.hyperterse.calls.validation;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.format.Format;
import java.util.function.Predicate;

/**
 * A {@code format} within a schema, checked as that of an input is. The validator's own formats are regular expressions
 * that backtrack: a host name of two kilobytes ends their stack.
 */
record FormatKeyword(String name, Predicate<String> holds) implements Format {
    @Override
    public String getName() {
        return name;
    }

    @Override
    public String getMessageKey() {
        return "format." + name;
    }

    @Override
    public boolean matches(ExecutionContext context, String text) {
        SchemaEvaluation.current().spend(TextFormat.units(text));
        return holds.test(text);
    }
}
