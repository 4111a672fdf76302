package dev.hyperterse.runtime.sharedstate;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.calls.adapter.Adapters;
import dev.hyperterse.calls.adapter.Binder;
import dev.hyperterse.calls.adapter.LiveAdapter;
import dev.hyperterse.calls.adapter.Reconnection;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.catalog.server.Rates.Rate;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.rate.TokenLender;
import dev.hyperterse.telemetry.metrics.Counter;
import dev.hyperterse.telemetry.metrics.Labels;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Token buckets in the Redis that the replicas of a server share ({@code spec.sharedState}). After a failure the
 * replica counts on its own, without delay for calls, until a request in the background succeeds.
 */
public final class SharedTokens implements TokenLender, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SharedTokens.class);
    private static final List<String> PROBE = List.of("probe");
    private static final Rate OF_PROBES = new Rate(6_000, 6_000);
    private static final int REPLY_SIZE = 1024;

    private final Adapters adapters;
    private final DeadlineTimer deadlines;
    private final BufferBudget budget = new BufferBudget(4 << 20);
    private final Reconnection recovery = new Reconnection(ServerSettings.SHARED_STATE, this::probe);
    private final Counter lent;
    private final Counter refused;
    private final Counter failed;
    private volatile Optional<Lending> lending = Optional.empty();
    /** The reason why the replica counts on its own; empty while it shares. */
    private volatile Optional<String> outage = Optional.empty();

    /** @param adapters separate from those of the catalog, so that tools cannot use the shared Redis */
    public SharedTokens(Adapters adapters, DeadlineTimer deadlines, MetricRegistry metrics) {
        this.adapters = adapters;
        this.deadlines = deadlines;
        this.lent = counter(metrics, "lent");
        this.refused = counter(metrics, "refused");
        this.failed = counter(metrics, "failed");
    }

    private static Counter counter(MetricRegistry metrics, String outcome) {
        return metrics.counter(
                "hyperterse_shared_rate_requests_total",
                "Requests for tokens to the Redis of spec.sharedState, by outcome.",
                Labels.of("outcome", outcome));
    }

    /** Runs the script on the connections of one Redis. */
    private record Lending(String server, long timeoutMillis, Run run) {}

    private interface Run {
        void into(Object[] values, CallScope scope, ResultBuffer reply);
    }

    /** For a catalog that is not live yet. Does everything that can fail; called by one thread at a time. */
    public Next prepare(ServerSettings server, ValueSet values) {
        var state = server.sharedState();
        var plan = adapters.plan(state.stream().toList(), values, server.limits());
        try {
            return new Next(
                    plan,
                    state.map(it -> new Lending(
                            server.identity().uid(),
                            it.statementTimeoutMillis(),
                            run(plan.adapters().get(it.name()), values))));
        } catch (RuntimeException unusable) {
            plan.close();
            throw unusable;
        }
    }

    /** Has to be closed, whether it was applied or not. */
    public final class Next implements AutoCloseable {
        private final Adapters.Plan plan;
        private final Optional<Lending> next;

        private Next(Adapters.Plan plan, Optional<Lending> next) {
            this.plan = plan;
            this.next = next;
        }

        /** The catalog is live. Tokens that were borrowed stay the replica's. */
        public void apply() {
            plan.apply();
            lending = next;
        }

        @Override
        public void close() {
            plan.close();
        }
    }

    private static <O> Run run(LiveAdapter<O> adapter, ValueSet values) {
        Binder<O> binder = adapter.operations()
                .binder(TokenScript.LEND, TokenScript.INPUTS, values)
                .orElseThrow(() -> new IllegalArgumentException("shared state is kept in Redis"));
        return (inputs, scope, reply) -> {
            try (var memory = reply.reservation()) {
                adapter.run(binder, binder.bind(inputs, Principal.ANONYMOUS, memory), scope, reply);
            }
        };
    }

    @Override
    public boolean isShared() {
        return lending.isPresent() && outage.isEmpty();
    }

    @Override
    public Loan lend(List<String> bucket, Rate rate, int wanted) {
        var from = lending;
        if (from.isEmpty() || outage.isPresent()) {
            return new Loan.Unavailable();
        }
        var down = down();
        if (down.isPresent()) {
            return fail(down.get());
        }
        try {
            return count(ask(from.get(), bucket, rate, wanted));
        } catch (CallFailure failure) {
            return fail(reason(failure));
        }
    }

    /** The reason of a failure: the state of the connections is more specific than the failure of one request. */
    private String reason(CallFailure failure) {
        return switch (failure.stage()) {
            case TIMEOUT -> "the database does not answer in time";
            case UNAVAILABLE -> down().orElse("the database cannot be reached");
            default -> failure.getMessage();
        };
    }

    private Loan count(Loan loan) {
        switch (loan) {
            case Loan.Lent _ -> lent.increment();
            case Loan.Wait _ -> refused.increment();
            case Loan.Unavailable _ -> failed.increment();
        }
        return loan;
    }

    private Loan ask(Lending from, List<String> bucket, Rate rate, int wanted) {
        try (var scope = CallScope.open(deadlines, from.timeoutMillis());
                var reply = budget.open(REPLY_SIZE)) {
            from.run().into(TokenScript.values(from.server(), bucket, rate, wanted), scope, reply);
            var answer =
                    JsonMapper.shared().readTree(reply.toByteArray()).path(0).path("value");
            return TokenScript.loan(answer.longValue(TokenScript.NO_ANSWER), wanted)
                    .orElseThrow(() -> new CallFailure(
                            Stage.EXECUTION,
                            "the database answered the script with something other than a number of tokens"));
        }
    }

    /** The reason why the connections are down, if they are: calls must not block while one is opened. */
    private Optional<String> down() {
        return adapters.states().stream()
                .filter(it -> it.status() == AdapterState.Status.DOWN)
                .findFirst()
                .map(it -> it.message().orElse("not connected"));
    }

    private Loan fail(String reason) {
        synchronized (this) {
            if (outage.isEmpty()) {
                outage = Optional.of(reason);
                LOG.atWarn()
                        .addKeyValue("event", "rates_not_shared")
                        .addKeyValue("reason", reason)
                        .log("spec.sharedState does not answer; this replica counts calls for itself until it does");
            }
        }
        recovery.start();
        return count(new Loan.Unavailable());
    }

    private AdapterState probe() {
        var from = lending;
        if (from.isEmpty()) {
            recovered();
            return AdapterState.up(ServerSettings.SHARED_STATE);
        }
        try {
            ask(from.get(), PROBE, OF_PROBES, 1);
            recovered();
            return AdapterState.up(ServerSettings.SHARED_STATE);
        } catch (CallFailure still) {
            var reason = reason(still);
            outage = Optional.of(reason);
            return AdapterState.down(ServerSettings.SHARED_STATE, reason);
        }
    }

    private synchronized void recovered() {
        if (outage.isPresent()) {
            outage = Optional.empty();
            LOG.atInfo().addKeyValue("event", "rates_shared").log("spec.sharedState answers; replicas count together");
        }
    }

    /** The state for status and metrics; empty if nothing is shared. */
    public Optional<AdapterState> state() {
        return lending.flatMap(_ -> adapters.states().stream().findFirst())
                .map(state -> outage.map(reason -> AdapterState.down(
                                state.name(),
                                state.status() == AdapterState.Status.DOWN
                                        ? state.message().orElse(reason)
                                        : reason))
                        .orElse(state));
    }

    @Override
    public void close() {
        recovery.stop();
        adapters.close();
    }
}
