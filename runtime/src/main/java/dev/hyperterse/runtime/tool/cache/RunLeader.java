package dev.hyperterse.runtime.tool.cache;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.memory.ResultBuffer;
import java.time.Duration;

/**
 * The call that runs a shared run, for all calls that wait for it. Closing it without a result makes one of them run the
 * statement.
 */
public final class RunLeader implements AutoCloseable {
    private final ResultCache cache;
    private final CacheKey key;
    private final SharedRun run;
    private final long began;
    private boolean ended;

    RunLeader(ResultCache cache, CacheKey key, SharedRun run, long began) {
        this.cache = cache;
        this.key = key;
        this.run = run;
        this.began = began;
    }

    /** @param mark where the rows begin in the buffer */
    public void succeed(ResultBuffer out, int mark, int rows, Duration ttl) {
        var kept = cache.keep(key, out, mark, rows, began, ttl);
        end(kept.<SharedRun.Outcome>map(SharedRun.Outcome.Finished::new).orElseGet(SharedRun.Outcome.NotCached::new));
    }

    /** The statement failed for a reason that applies to all waiting calls. */
    public void fail(CallFailure failure) {
        end(new SharedRun.Outcome.Failed(failure));
    }

    private void end(SharedRun.Outcome outcome) {
        ended = true;
        cache.ended(key, run, outcome);
    }

    @Override
    public void close() {
        if (!ended) {
            end(new SharedRun.Outcome.Left());
        }
    }
}
