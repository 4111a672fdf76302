package dev.hyperterse.runtime.observe;

import dev.hyperterse.calls.Outcome;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.telemetry.metrics.Durations;
import dev.hyperterse.telemetry.metrics.Labels;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts calls by tool, for servers that enable it. A tool has its series until it is no longer served; beyond {@link
 * #MOST}, the tools called first have them, and the calls of all others are counted together (decision 0302).
 */
final class ToolMetrics {
    static final int MOST = 200;
    /** No tool can have this name. */
    static final String OTHERS = "(others)";

    private static final String TOOL = "tool";
    private static final Set<Stage> REFUSALS = Set.of(Stage.AUTH, Stage.RATE_LIMITED);

    private final Map<String, ToolSeries> own = new ConcurrentHashMap<>();
    private volatile ToolSeries others = new ToolSeries();
    /** The tools that may have series; empty while metrics do not tell tools apart. */
    private volatile Set<String> served = Set.of();

    ToolMetrics(MetricRegistry metrics) {
        metrics.counts("hyperterse_tool_calls_total", "Calls by tool and outcome.", this::calls);
        metrics.durations("hyperterse_tool_call_duration_seconds", "Time that calls of a tool took.", this::durations);
    }

    /** The names of the tools that are served from now on. */
    synchronized void follow(boolean enabled, Set<String> tools) {
        served = enabled ? tools : Set.of();
        own.keySet().retainAll(served);
        if (served.size() > MOST) {
            // They make room for tools that are called.
            own.values().removeIf(series -> series.durations().count() == 0);
            return;
        }
        others = new ToolSeries();
        // From zero, so that a rate has the first call, too, and all replicas have the same series.
        served.forEach(tool -> own.computeIfAbsent(tool, _ -> new ToolSeries()));
    }

    void ran(String tool, Outcome outcome, long nanos) {
        if (served.isEmpty() || isRefused(outcome)) {
            return;
        }
        // The catalog's strings keep their hashes, so this costs no more than a counter of the SDK.
        var known = own.get(tool);
        if (known != null) {
            known.add(outcome, nanos);
        } else if (own.size() < MOST) {
            claimed(tool).add(outcome, nanos);
        } else if (served.contains(tool)) {
            others.add(outcome, nanos);
        }
    }

    /** The tool did not run. A caller without rights, or beyond its rate, must not use up the series. */
    private static boolean isRefused(Outcome outcome) {
        return outcome instanceof Outcome.Failed(var stage) && REFUSALS.contains(stage);
    }

    private synchronized ToolSeries claimed(String tool) {
        if (!served.contains(tool)) {
            // The call began before a swap that removed its tool, whose series must not come back.
            return new ToolSeries();
        }
        return own.size() < MOST ? own.computeIfAbsent(tool, _ -> new ToolSeries()) : others;
    }

    private Map<Labels, Long> calls() {
        var calls = new HashMap<Labels, Long>();
        all().forEach((tool, series) -> series.outcomes()
                .forEach((outcome, count) ->
                        calls.put(Labels.of(TOOL, tool).and("outcome", outcome.spelling()), count.sum())));
        return calls;
    }

    private Map<Labels, Durations> durations() {
        var durations = new HashMap<Labels, Durations>();
        all().forEach((tool, series) -> durations.put(Labels.of(TOOL, tool), series.durations()));
        return durations;
    }

    private Map<String, ToolSeries> all() {
        var all = new HashMap<>(own);
        var together = others;
        if (together.durations().count() > 0) {
            all.put(OTHERS, together);
        }
        return all;
    }
}
