package dev.hyperterse.compiler.script;

import dev.hyperterse.compiler.resolve.CompiledScripts;
import dev.hyperterse.compiler.resolve.ScriptOutcome;
import dev.hyperterse.compiler.resolve.ScriptSource;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The scripts that are compiled, and a note of which a compile asked for. */
public final class AskedScripts implements CompiledScripts {
    private final Function<ScriptSource, Optional<ScriptOutcome>> known;
    private final Set<ScriptSource> asked = new HashSet<>();
    private final Set<ScriptSource> missing = new HashSet<>();

    AskedScripts(Function<ScriptSource, Optional<ScriptOutcome>> known) {
        this.known = known;
    }

    @Override
    public Optional<ScriptOutcome> outcome(ScriptSource source) {
        asked.add(source);
        var outcome = known.apply(source);
        if (outcome.isEmpty()) {
            missing.add(source);
        }
        return outcome;
    }

    /** Those asked for, compiled or not. */
    Set<ScriptSource> asked() {
        return asked;
    }

    /** Those asked for that are not compiled. */
    public Set<ScriptSource> missing() {
        return missing;
    }
}
