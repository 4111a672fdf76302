package dev.hyperterse.scripts.host;

import dev.hyperterse.catalog.script.CompiledScript;
import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.catalog.script.ScriptModule;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** The program that a call brings: the body of an async function. */
public final class SentProgram {
    /** The name of its text in stack traces. */
    public static final String FILE = "program.js";

    /** The input that holds it. */
    public static final String INPUT = "program";

    /** A script without code, whose runs bring their own. */
    public static final CompiledScript SCRIPT =
            new CompiledScript(INPUT, List.of(new ScriptModule(FILE, "", Optional.empty())), ScriptIsolation.Isolated);

    static final int LINES_BEFORE = 1;

    private SentProgram() {}

    /** An expression whose value is the function. @param inputs of the call */
    public static String function(String inputs) {
        var body = JsonMapper.shared().readTree(inputs).path(INPUT).asString("");
        return "(async () => {'use strict';\n" + body + "\n})";
    }
}
