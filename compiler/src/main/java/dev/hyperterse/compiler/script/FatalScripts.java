package dev.hyperterse.compiler.script;

import dev.hyperterse.compiler.resolve.ScriptOutcome;
import dev.hyperterse.compiler.resolve.ScriptSource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Texts on which the compiler ended, on any server: each try costs a process, so the same text is not tried again for a
 * while.
 */
final class FatalScripts {
    static final Duration KEPT = Duration.ofHours(1);
    private static final int MOST = 1_000;

    private final InstantSource clock;
    private final Map<String, Known> byDigest = new LinkedHashMap<>();

    FatalScripts(InstantSource clock) {
        this.clock = clock;
    }

    synchronized Optional<ScriptOutcome.Rejected> of(ScriptSource source) {
        var now = clock.instant();
        byDigest.values().removeIf(it -> !now.isBefore(it.until()));
        return Optional.ofNullable(byDigest.get(source.digest())).map(Known::outcome);
    }

    synchronized void add(ScriptSource source, ScriptOutcome.Rejected outcome) {
        if (byDigest.size() >= MOST) {
            byDigest.remove(byDigest.keySet().iterator().next());
        }
        byDigest.put(source.digest(), new Known(outcome, clock.instant().plus(KEPT)));
    }

    private record Known(ScriptOutcome.Rejected outcome, Instant until) {}
}
