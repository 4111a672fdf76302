package dev.hyperterse.runtime.rate;

import dev.hyperterse.catalog.server.Rates;
import dev.hyperterse.runtime.call.Principal;
import dev.hyperterse.telemetry.metrics.Counter;
import dev.hyperterse.telemetry.metrics.Labels;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Whether a call may come now, by the rates of its server. A caller is its plugin and subject, whatever keys, tokens and
 * sessions it has; all without an identity are one. What was taken stays taken when settings change.
 */
public final class CallRates {
    private static final int MOST_CALLERS = 50_000;
    private static final int MOST_TOOLS = 20_000;
    private static final String SERVER = "server";

    private final LongSupplier clock;
    private final TokenBuckets<Caller> callers;
    private final TokenBuckets<String> tools;
    private final TokenBuckets<String> server;
    private final Counter ofCaller;
    private final Counter ofTool;
    private final Counter ofServer;

    /**
     * @param lender of what replicas count together
     * @param clock nanoseconds, of which only differences count
     */
    public CallRates(MetricRegistry metrics, TokenLender lender, LongSupplier clock) {
        this(metrics, lender, clock, MOST_CALLERS);
    }

    CallRates(MetricRegistry metrics, TokenLender lender, LongSupplier clock, int mostCallers) {
        this.clock = clock;
        var now = clock.getAsLong();
        this.callers = new TokenBuckets<>("principal", mostCallers, now, lender, Caller::parts);
        this.tools = new TokenBuckets<>("tool", MOST_TOOLS, now, lender, List::of);
        this.server = new TokenBuckets<>("server", 1, now, lender, _ -> List.of());
        this.ofCaller = counter(metrics, "principal");
        this.ofTool = counter(metrics, "tool");
        this.ofServer = counter(metrics, "server");
    }

    private static Counter counter(MetricRegistry metrics, String limit) {
        return metrics.counter(
                "hyperterse_rate_limited_total",
                "Calls that were refused because too many came, by the limit that refused them.",
                Labels.of("limit", limit));
    }

    /** Whose calls were too many, and after what time the next may come. */
    public record TooMany(String whose, Duration retryAfter) {}

    /**
     * Counts a call, or says why it is not taken. The caller's own limit comes first: one that calls too often takes nothing
     * from the tool and the server that others use.
     *
     * @param tool empty where it is no call of a tool
     */
    public Optional<TooMany> take(Rates rates, Principal principal, Optional<String> tool) {
        var now = clock.getAsLong();
        var caller = Caller.of(principal);
        var wait = rates.perPrincipal().map(it -> callers.take(caller, it, now)).orElse(0L);
        if (wait > 0) {
            return tooMany(ofCaller, "this caller", wait);
        }
        wait = tool.flatMap(name -> rates.perTool().map(it -> tools.take(name, it, now)))
                .orElse(0L);
        if (wait > 0) {
            rates.perPrincipal().ifPresent(it -> callers.giveBack(caller, it));
            return tooMany(ofTool, "this tool", wait);
        }
        wait = rates.perServer().map(it -> server.take(SERVER, it, now)).orElse(0L);
        if (wait > 0) {
            rates.perPrincipal().ifPresent(it -> callers.giveBack(caller, it));
            tool.ifPresent(name -> rates.perTool().ifPresent(it -> tools.giveBack(name, it)));
            return tooMany(ofServer, "this server", wait);
        }
        return Optional.empty();
    }

    private static Optional<TooMany> tooMany(Counter counter, String whose, long nanos) {
        counter.increment();
        return Optional.of(new TooMany(whose, Duration.ofNanos(nanos)));
    }

    /** How many callers have a bucket of their own. */
    int callers() {
        return callers.size();
    }
}
