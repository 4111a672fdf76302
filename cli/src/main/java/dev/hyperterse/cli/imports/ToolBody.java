package dev.hyperterse.cli.imports;

import java.util.List;
import java.util.Map;

/** The work of a tool. Adapters have the names of the configuration. */
public sealed interface ToolBody {
    record Statement(String adapter, String text) implements ToolBody {}

    record Builtin(String tool, String adapter) implements ToolBody {}

    /** Statements one after another; the result has an item for each. */
    record Sequence(String adapter, List<String> texts) implements ToolBody {}

    /** @param script the name of its text among those of the server */
    record Script(String script) implements ToolBody {}

    /** A statement whose arguments or rows scripts change. @param transforms names of scripts by the field */
    record Transformed(Statement statement, Map<String, String> transforms) implements ToolBody {}
}
