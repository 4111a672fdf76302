package dev.hyperterse.compiler.builtin;

import dev.hyperterse.crds.v1alpha1.input.InputType;
import dev.hyperterse.crds.v1alpha1.input.ToolInput;
import java.util.List;
import java.util.Optional;

/** The inputs of built-in tools. */
final class BuiltinInputs {
    static final String SQL = "sql";
    private static final int LONGEST = 200;
    private static final int LONGEST_STATEMENT = 64 * 1024;

    static final ToolInput SCHEMA = name("schema", "Name of a schema; every one where it is left out", true);
    static final ToolInput DATABASE =
            name("schema", "Name of a database; the connection's own where it is left out", true);

    private BuiltinInputs() {}

    static ToolInput name(String name, String description, boolean optional) {
        return text(name, description, optional, LONGEST);
    }

    static ToolInput sql(String description) {
        return text(SQL, description, false, LONGEST_STATEMENT);
    }

    private static ToolInput text(String name, String description, boolean optional, int longest) {
        return new ToolInput(
                name,
                InputType.String,
                Optional.of(description),
                optional ? Optional.of(true) : Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(1),
                Optional.of(longest),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    static ToolInput part(String description, boolean optional) {
        return name("pattern", description, optional);
    }
}
