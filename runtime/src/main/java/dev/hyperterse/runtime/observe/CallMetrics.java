package dev.hyperterse.runtime.observe;

import dev.hyperterse.calls.Outcome;
import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.calls.SpanIdentity;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.runtime.mcp.call.McpObserver;
import dev.hyperterse.telemetry.metrics.Counter;
import dev.hyperterse.telemetry.metrics.Histogram;
import dev.hyperterse.telemetry.metrics.Labels;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts requests and calls. The name of a tool is a label only where the server enables it ({@link ToolMetrics}). */
public final class CallMetrics implements McpObserver {
    private static final Logger LOG = LoggerFactory.getLogger(CallMetrics.class);
    private static final String REQUESTS = "hyperterse_requests_total";
    private static final String CALLS = "hyperterse_calls_total";

    private final MetricRegistry metrics;
    private final Map<String, Outcomes> requests = new ConcurrentHashMap<>();
    private final Map<Stage, Counter> failed = new EnumMap<>(Stage.class);
    private final Counter completed;
    private final Counter inputRequired;
    private final Counter faults;
    private final Histogram requestDuration;
    private final Histogram callDuration;
    private final ToolMetrics tools;

    public CallMetrics(MetricRegistry metrics) {
        this.metrics = metrics;
        this.completed = calls(Ended.COMPLETED.spelling());
        this.inputRequired = calls(Ended.INPUT_REQUIRED.spelling());
        for (var stage : Stage.values()) {
            failed.put(stage, calls(stage.spelling()));
        }
        this.faults = metrics.counter(
                "hyperterse_faults_total", "Requests that failed because of an internal error.", Labels.NONE);
        this.requestDuration = metrics.histogram(
                "hyperterse_request_duration_seconds",
                "Time from the complete request to its complete answer.",
                Labels.NONE);
        this.callDuration = metrics.histogram(
                "hyperterse_call_duration_seconds",
                "Time that calls of tools, prompts and resources took.",
                Labels.NONE);
        this.tools = new ToolMetrics(metrics);
    }

    private record Outcomes(Counter answered, Counter failed) {}

    @Override
    public void answered(String method, boolean failed, long nanos) {
        var outcomes = requests.get(method);
        if (outcomes == null) {
            outcomes = requests.computeIfAbsent(
                    method, first -> new Outcomes(requests(first, "answered"), requests(first, "failed")));
        }
        (failed ? outcomes.failed() : outcomes.answered()).increment();
        requestDuration.record(nanos);
    }

    @Override
    public void ran(Outcome outcome, long nanos, Optional<SpanIdentity> span) {
        counter(outcome).increment();
        if (span.isPresent()) {
            callDuration.record(nanos, span.get().traceId(), span.get().spanId());
        } else {
            callDuration.record(nanos);
        }
    }

    @Override
    public void ranTool(String tool, Outcome outcome, long nanos) {
        tools.ran(tool, outcome, nanos);
    }

    public void follow(LiveCatalog live) {
        tools.follow(live.settings().toolMetrics(), live.tools().keySet());
    }

    private Counter counter(Outcome outcome) {
        return switch (outcome) {
            case Ended.COMPLETED -> completed;
            case Ended.INPUT_REQUIRED -> inputRequired;
            case Outcome.Failed(var stage) -> failed.get(stage);
        };
    }

    @Override
    public void internalError(String method, RuntimeException fault) {
        faults.increment();
        LOG.atError()
                .addKeyValue("event", "request_broke")
                .addKeyValue("method", method)
                .setCause(fault)
                .log("internal error of the runtime in a request");
    }

    private Counter requests(String method, String outcome) {
        return metrics.counter(
                REQUESTS,
                "Requests by method and outcome.",
                Labels.of("method", method).and("outcome", outcome));
    }

    private Counter calls(String outcome) {
        return metrics.counter(CALLS, "Runs by outcome, or the stage that ended them.", Labels.of("outcome", outcome));
    }
}
