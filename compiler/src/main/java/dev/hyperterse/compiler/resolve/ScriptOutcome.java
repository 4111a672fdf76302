package dev.hyperterse.compiler.resolve;

import dev.hyperterse.catalog.script.CompiledScript;
import java.util.List;

/** The result of compiling a script. */
public sealed interface ScriptOutcome {
    record Compiled(CompiledScript script) implements ScriptOutcome {}

    /** Its author has to change something. */
    record Rejected(List<Finding> findings) implements ScriptOutcome {}

    /** The compiler could not be run; a later attempt may succeed. */
    record Unavailable(String reason) implements ScriptOutcome {}

    /**
     * What is wrong with a script.
     *
     * @param file where
     * @param line from 1; 0 where it is not at a place of the file
     * @param column from 1
     */
    record Finding(String file, int line, int column, String message) {}
}
