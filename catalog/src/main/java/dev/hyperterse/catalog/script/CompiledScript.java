package dev.hyperterse.catalog.script;

import java.util.List;

/**
 * A script that a replica can run without compiling anything.
 *
 * @param digest of what it was compiled from and by; equal digests are the same script
 * @param modules the file with the function first, then what it imports
 * @param engine that runs it
 */
public record CompiledScript(String digest, List<ScriptModule> modules, ScriptIsolation engine) {
    public CompiledScript {
        modules = List.copyOf(modules);
        engine = engine == null ? ScriptIsolation.Shared : engine;
        if (modules.isEmpty()) {
            throw new IllegalArgumentException("a script has at least one file");
        }
    }

    /** The file whose default export is the function. */
    public ScriptModule entry() {
        return modules.getFirst();
    }
}
