package dev.hyperterse.runtime.sharedstate;

import dev.hyperterse.runtime.history.CallHistory;
import dev.hyperterse.runtime.history.CallSeries;
import dev.hyperterse.runtime.history.LocalHistory;
import dev.hyperterse.runtime.sharedstate.HistoryScript.What;
import java.util.Optional;

/**
 * The history of all replicas of a server. While the Redis does not answer nothing is known, because a replica that counted on
 * its own would admit what others have counted. A server without a shared state has a history for each replica.
 */
public final class SharedHistory implements CallHistory {
    private final SharedRedis redis;
    private final LocalHistory local;

    public SharedHistory(SharedRedis redis, LocalHistory local) {
        this.redis = redis;
        this.local = local;
    }

    @Override
    public Optional<Past> add(CallSeries series, long amount) {
        return redis.isConfigured() ? ask(series, What.ADD, amount) : local.add(series, amount);
    }

    @Override
    public Optional<Past> read(CallSeries series) {
        return redis.isConfigured() ? ask(series, What.READ, 0) : local.read(series);
    }

    private Optional<Past> ask(CallSeries series, What what, long amount) {
        return redis.ask(
                        HistoryScript.SCRIPT,
                        server -> HistoryScript.values(server, series, what, amount, 0),
                        returned -> HistoryScript.past(returned.stringValue("")))
                .flatMap(past -> past);
    }

    @Override
    public void takeBack(CallSeries series, long step, long amount) {
        if (redis.isConfigured()) {
            redis.ask(
                    HistoryScript.SCRIPT,
                    server -> HistoryScript.values(server, series, What.TAKE_BACK, amount, step),
                    Optional::of);
        } else {
            local.takeBack(series, step, amount);
        }
    }
}
