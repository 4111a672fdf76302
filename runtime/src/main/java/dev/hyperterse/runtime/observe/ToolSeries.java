package dev.hyperterse.runtime.observe;

import dev.hyperterse.calls.Outcome;
import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.telemetry.metrics.Durations;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** The calls that are counted under one name of a tool. Other outcomes than completed have a series once they occurred. */
final class ToolSeries {
    private final LongAdder completed = new LongAdder();
    private final Map<Outcome, LongAdder> others = new ConcurrentHashMap<>();
    private final Durations durations = new Durations();

    void add(Outcome outcome, long nanos) {
        if (outcome == Ended.COMPLETED) {
            completed.increment();
        } else {
            others.computeIfAbsent(outcome, _ -> new LongAdder()).increment();
        }
        durations.record(nanos);
    }

    Map<Outcome, LongAdder> outcomes() {
        var outcomes = new HashMap<>(others);
        outcomes.put(Ended.COMPLETED, completed);
        return outcomes;
    }

    Durations durations() {
        return durations;
    }
}
