package dev.hyperterse.operator.compile.builtin;

import dev.hyperterse.crds.v1alpha1.InputType;
import dev.hyperterse.crds.v1alpha1.ToolInput;
import java.util.List;
import java.util.Optional;

/** The inputs of built-in tools. */
final class Inputs {
    private static final int LONGEST = 200;

    static final ToolInput SCHEMA = name("schema", "Name of a schema; every one where it is left out", true);
    static final ToolInput DATABASE =
            name("schema", "Name of a database; the connection's own where it is left out", true);

    private Inputs() {}

    static ToolInput name(String name, String description, boolean optional) {
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
                Optional.of(LONGEST),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    static ToolInput part(String description, boolean optional) {
        return name("pattern", description, optional);
    }
}
