package dev.hyperterse.scripts.turn;

import java.util.concurrent.TimeUnit;

/** The share of the threads that one script has, or one caller of programs. Guarded by the lock of the turns. */
public final class ScriptShare {
    /** A script that occupied a thread for too long counts as slow for ten times as long. */
    private static final int PENALTY = 10;

    private static final long LONGEST_PENALTY = TimeUnit.MINUTES.toNanos(1);

    private final RecentUse ofNamespace;
    private final RecentUse own = new RecentUse();
    private int slowTurns;
    private long slowUntil;

    /** @param ofNamespace recent use of all scripts of its namespace */
    public ScriptShare(RecentUse ofNamespace) {
        this.ofNamespace = ofNamespace;
    }

    /** Whether its next turn is expected to occupy a thread for long. */
    boolean isSlow(long now) {
        return slowTurns > 0 || slowUntil - now > 0;
    }

    /** Whether the other script has its turn first: by the use of the namespaces, then by that of the scripts. */
    boolean runsAfter(ScriptShare other, long now) {
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
