package dev.hyperterse.engines.postgres.pipelined.connection;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Whether the session of one connection is as calls expect, as far as the engine reports changes (decision 0141). */
public final class SessionState {
    private static final long RESTORED_FOR = Duration.ofSeconds(1).toNanos();

    private final List<String> settings;
    private final Map<String, String> reported;
    private volatile Map<String, String> expected = Map.of();
    private volatile boolean intact;
    private volatile long restoredAt;

    /**
     * @param settings that calls depend on
     * @param reported the values that the engine has reported, kept up to date
     */
    public SessionState(List<String> settings, Map<String, String> reported) {
        this.settings = settings;
        this.reported = reported;
    }

    public void restored(long now) {
        Map<String, String> values = new HashMap<>(reported);
        values.keySet().retainAll(settings);
        expected = values;
        restoredAt = now;
        intact = true;
    }

    /** The engine has reported a setting. */
    void observe(String name) {
        var usual = expected.get(name);
        if (usual != null && !usual.equals(reported.get(name))) {
            intact = false;
        }
    }

    Map<String, String> reported() {
        return reported;
    }

    /** Whether the engine has reported no change. */
    public boolean isIntact() {
        return intact;
    }

    /** Whether it was restored within the last second and no change was reported since; required to begin a call. */
    boolean isRestored(long now) {
        return intact && now - restoredAt < RESTORED_FOR;
    }
}
