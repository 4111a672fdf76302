package dev.hyperterse.compiler.resolve;

import java.util.Optional;

/** The scripts of a snapshot, compiled. A lookup reads memory; compiling took place before, or will after it. */
public interface CompiledScripts {
    /** Empty while the script has not been compiled. */
    Optional<ScriptOutcome> outcome(ScriptSource source);

    /** A snapshot without any. */
    static CompiledScripts none() {
        return _ -> Optional.empty();
    }
}
