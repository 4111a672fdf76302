package dev.hyperterse.runtime.rate;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.turn.CountedCaller;
import dev.hyperterse.catalog.ToolRates;
import dev.hyperterse.catalog.server.Rates;
import dev.hyperterse.catalog.server.Rates.Rate;
import dev.hyperterse.runtime.rate.TokenBuckets.Shares;
import dev.hyperterse.telemetry.metrics.Counter;
import dev.hyperterse.telemetry.metrics.Labels;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Enforces the rate limits of a server and of its tools. A caller is identified by plugin and subject, regardless of
 * its keys, tokens and sessions; all anonymous callers count as one. Consumed tokens stay consumed when settings
 * change.
 */
public final class CallRates {
    /** The bytes of the bucket of a caller, and of one for a tool, with their keys. */
    static final int CALLER = 400;

    private static final int MOST_TOOLS = 20_000;
    /** The minimum number of callers that could use up all buckets. */
    private static final int CALLERS_THAT_FIT = 200;

    /** No tool has this name. */
    private static final String SHARED = "";

    private static final String SERVER = "server";

    private final LongSupplier clock;
    private final TokenBuckets<CountedCaller> callers;
    private final TokenBuckets<CallerOfTool> callersOfTools;
    private final TokenBuckets<String> tools;
    private final TokenBuckets<String> server;
    private final Counter ofCaller;
    private final Counter ofCallerOfTool;
    private final Counter ofTool;
    private final Counter ofServer;

    /**
     * @param lender lends tokens of buckets that replicas share
     * @param clock nanoseconds, of which only differences count
     * @param mostBytes of the buckets of callers, and of callers of tools
     */
    public CallRates(MetricRegistry metrics, TokenLender lender, LongSupplier clock, long mostBytes) {
        var mostCallers = Math.clamp(mostBytes / CALLER, 1, Integer.MAX_VALUE);
        this.clock = clock;
        var now = clock.getAsLong();
        this.callers = new TokenBuckets<>("principal", mostCallers, now, lender, CountedCaller::parts);
        var shares = new Shares<CallerOfTool>(
                Math.max(1, mostCallers / CALLERS_THAT_FIT),
                CallerOfTool::caller,
                of -> new CallerOfTool(of.caller(), SHARED));
        this.callersOfTools =
                new TokenBuckets<>("principal-tool", mostCallers, shares, now, lender, CallerOfTool::parts);
        this.tools = new TokenBuckets<>("tool", MOST_TOOLS, now, lender, List::of);
        this.server = new TokenBuckets<>("server", 1, now, lender, _ -> List.of());
        this.ofCaller = counter(metrics, "principal");
        this.ofCallerOfTool = counter(metrics, "principal-tool");
        this.ofTool = counter(metrics, "tool");
        this.ofServer = counter(metrics, "server");
    }

    private record CallerOfTool(CountedCaller caller, String tool) {
        List<String> parts() {
            return Stream.concat(caller.parts().stream(), Stream.of(tool)).toList();
        }
    }

    private static Counter counter(MetricRegistry metrics, String limit) {
        return metrics.counter(
                "hyperterse_rate_limited_total",
                "Calls refused by a rate limit, by that limit.",
                Labels.of("limit", limit));
    }

    /** The exceeded limit, and the time after which a retry may succeed. */
    public record TooMany(String whose, Duration retryAfter) {}

    public record CalledTool(String name, Optional<ToolRates> rates) {
        private Optional<Rate> perPrincipal() {
            return rates.flatMap(ToolRates::perPrincipal);
        }

        /** The rate of all callers together: the stricter one of server and tool. */
        private Optional<Rate> perTool(Rates server) {
            var own = rates.flatMap(ToolRates::perTool);
            return server.perTool().map(it -> own.map(it::and).orElse(it)).or(() -> own);
        }
    }

    /** One limit that applies to a call. */
    private record Limit<K>(TokenBuckets<K> buckets, K key, Rate rate, Counter refused, String whose) {
        long take(long now) {
            return buckets.take(key, rate, now);
        }

        void giveBack() {
            buckets.giveBack(key, rate);
        }
    }

    /**
     * Counts a call, or returns the exceeded limit. The caller's own limits are checked first: calls beyond them take
     * no tokens of the tool and the server, which others use.
     *
     * @param tool empty for other requests than tool calls
     */
    public Optional<TooMany> take(Rates rates, Principal principal, Optional<CalledTool> tool) {
        var now = clock.getAsLong();
        var limits = limits(rates, CountedCaller.of(principal), tool);
        for (var index = 0; index < limits.size(); index++) {
            var limit = limits.get(index);
            var wait = limit.take(now);
            if (wait > 0) {
                limits.subList(0, index).forEach(Limit::giveBack);
                limit.refused().increment();
                return Optional.of(new TooMany(limit.whose(), Duration.ofNanos(wait)));
            }
        }
        return Optional.empty();
    }

    private List<Limit<?>> limits(Rates rates, CountedCaller caller, Optional<CalledTool> tool) {
        var limits = new ArrayList<Limit<?>>(4);
        rates.perPrincipal().ifPresent(it -> limits.add(new Limit<>(callers, caller, it, ofCaller, "this caller")));
        tool.ifPresent(called -> {
            called.perPrincipal()
                    .ifPresent(it -> limits.add(new Limit<>(
                            callersOfTools,
                            new CallerOfTool(caller, called.name()),
                            it,
                            ofCallerOfTool,
                            "this tool by this caller")));
            called.perTool(rates)
                    .ifPresent(it -> limits.add(new Limit<>(tools, called.name(), it, ofTool, "this tool")));
        });
        rates.perServer().ifPresent(it -> limits.add(new Limit<>(server, SERVER, it, ofServer, "this server")));
        return limits;
    }

    /** The number of callers with a bucket of their own. */
    int callers() {
        return callers.size();
    }
}
