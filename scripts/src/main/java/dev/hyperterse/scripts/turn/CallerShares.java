package dev.hyperterse.scripts.turn;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.turn.CountedCaller;
import java.util.LinkedHashMap;
import java.util.Map;

/** The share that each caller of programs has: a program is its caller's code, and must not slow those of others. */
public final class CallerShares {
    /** Of callers beyond these, the one that has called longest ago begins anew. */
    private static final int MOST = 1_000;

    private final RecentUse ofNamespace;
    private final Map<CountedCaller, ScriptShare> shares = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<CountedCaller, ScriptShare> eldest) {
            return size() > MOST;
        }
    };

    /** @param ofNamespace recent use of all scripts of the namespace */
    public CallerShares(RecentUse ofNamespace) {
        this.ofNamespace = ofNamespace;
    }

    public synchronized ScriptShare of(Principal caller) {
        return shares.computeIfAbsent(CountedCaller.of(caller), _ -> new ScriptShare(ofNamespace));
    }
}
