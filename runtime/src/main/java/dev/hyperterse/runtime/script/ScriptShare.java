package dev.hyperterse.runtime.script;

import java.util.concurrent.TimeUnit;

/** The share of the threads that one script has. All but its creation under the lock of the turns. */
final class ScriptShare {
    /** A script that held a thread for too long is slow for ten times as long: it may not do so again and again. */
    private static final int PENALTY = 10;

    private static final long LONGEST_PENALTY = TimeUnit.MINUTES.toNanos(1);

    private final RecentUse ofNamespace;
    private final RecentUse own = new RecentUse();
    private int slowTurns;
    private long slowUntil;

    /** @param ofNamespace what all scripts of its namespace use */
    ScriptShare(RecentUse ofNamespace) {
        this.ofNamespace = ofNamespace;
    }

    /** Whether its next turn is expected to hold a thread for long. */
    boolean isSlow(long now) {
        return slowTurns > 0 || slowUntil - now > 0;
    }

    /** Whether the other one is to have a turn first: by what the namespaces have used, then by what they have. */
    boolean yieldsTo(ScriptShare other, long now) {
        var difference = Long.compare(ofNamespace.nanos(now), other.ofNamespace.nanos(now));
        return difference == 0 ? own.nanos(now) > other.own.nanos(now) : difference > 0;
    }

    void use(long nanos, long now) {
        ofNamespace.add(nanos, now);
        own.add(nanos, now);
    }

    void slowTurnBegan() {
        slowTurns++;
    }

    void slowTurnEnded(long nanos, long now) {
        slowTurns--;
        var penalty = Math.max(0, slowUntil - now) + PENALTY * nanos;
        slowUntil = now + Math.min(LONGEST_PENALTY, penalty);
    }
}
