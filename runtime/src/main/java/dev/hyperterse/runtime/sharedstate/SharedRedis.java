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
import dev.hyperterse.calls.turn.Permits;
import dev.hyperterse.calls.turn.QueueTimeout;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.values.ValueSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The Redis that the replicas of a server share ({@code spec.sharedState}). After a failure a script is not run, so that calls
 * are not delayed, until a request in the background succeeds.
 */
public final class SharedRedis implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SharedRedis.class);
    private static final List<SharedScript> SCRIPTS =
            List.of(TokenScript.SCRIPT, HistoryScript.SCRIPT, TaskScript.SCRIPT);

    /** Bytes for a byte of a reply while it is read: its text, and what it says. */
    private static final int WHILE_READ = 4;

    private static final int SMALL = 8 * 1024;

    private final Adapters adapters;
    private final DeadlineTimer deadlines;
    private final BufferBudget budget = new BufferBudget(4 << 20);

    /** Of long replies, so that they take no memory from rates and rules. */
    private final BufferBudget large = new BufferBudget(4 << 20);

    private final Reconnection recovery = new Reconnection(ServerSettings.SHARED_STATE, this::probe);
    private volatile Optional<Used> used = Optional.empty();
    /** The scripts that have to succeed again, with what was wrong. One may lack rights that another one has. */
    private final Map<SharedScript, String> outages = new ConcurrentHashMap<>();

    /** @param adapters separate from those of the catalog, so that tools cannot use the shared Redis */
    public SharedRedis(Adapters adapters, DeadlineTimer deadlines) {
        this.adapters = adapters;
        this.deadlines = deadlines;
    }

    /**
     * The scripts on the connections of one Redis.
     *
     * @param forLong half of the connections: however many long replies are on the way, rates and rules find one
     */
    private record Used(String server, long timeoutMillis, Permits forLong, Map<SharedScript, Run> scripts) {}

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
                    state.map(it -> new Used(
                            server.identity().uid(),
                            it.statementTimeoutMillis(),
                            new Permits(Math.max(1, it.pool().maxSize() / 2)),
                            runs(plan.adapters().get(it.name()), values))));
        } catch (RuntimeException unusable) {
            plan.close();
            throw unusable;
        }
    }

    /** Has to be closed, whether it was applied or not. */
    public final class Next implements AutoCloseable {
        private final Adapters.Plan plan;
        private final Optional<Used> next;

        private Next(Adapters.Plan plan, Optional<Used> next) {
            this.plan = plan;
            this.next = next;
        }

        /** The catalog is live. What was counted elsewhere stays there. */
        public void apply() {
            plan.apply();
            used = next;
        }

        @Override
        public void close() {
            plan.close();
        }
    }

    private static Map<SharedScript, Run> runs(LiveAdapter<?> adapter, ValueSet values) {
        return SCRIPTS.stream().collect(Collectors.toMap(Function.identity(), script -> run(script, adapter, values)));
    }

    private static <O> Run run(SharedScript script, LiveAdapter<O> adapter, ValueSet values) {
        Binder<O> binder = adapter.operations()
                .binder(script.action(), script.inputs(), values)
                .orElseThrow(() -> new IllegalArgumentException("shared state is kept in Redis"));
        return (inputs, scope, reply) -> {
            try (var memory = reply.reservation()) {
                adapter.run(binder, binder.bind(inputs, Principal.ANONYMOUS, memory), scope, reply);
            }
        };
    }

    /** Whether the server has a shared state. */
    boolean isConfigured() {
        return used.isPresent();
    }

    /** Whether it runs a script, as far as is known. */
    boolean answers(SharedScript script) {
        return used.isPresent() && !outages.containsKey(script);
    }

    /**
     * Runs a script; blocks for a bounded time.
     *
     * @param values of its inputs, for the uid of a server
     * @param read the answer out of what the script returned; empty if it cannot return that
     * @return empty if the Redis does not answer
     */
    <T> Optional<T> ask(
            SharedScript script, Function<String, List<Object>> values, Function<JsonNode, Optional<T>> read) {
        var redis = used;
        if (redis.isEmpty() || outages.containsKey(script)) {
            return Optional.empty();
        }
        var down = down();
        if (down.isPresent()) {
            fail(down.get(), script);
            return Optional.empty();
        }
        try {
            return Optional.of(ask(redis.get(), script, values.apply(redis.get().server()), read, Turn.IF_IT_ANSWERS));
        } catch (QueueTimeout others) {
            return Optional.empty();
        } catch (CallFailure failure) {
            if (failure.stage() != Stage.BUSY) {
                fail(reason(failure), script);
            }
            return Optional.empty();
        }
    }

    /** Whether a script is run. */
    private enum Turn {
        /** Not where another run has failed while this one waited. */
        IF_IT_ANSWERS,
        PROBE
    }

    private <T> T ask(
            Used redis, SharedScript script, List<Object> values, Function<JsonNode, Optional<T>> read, Turn turn) {
        if (script.longestReply() <= SMALL) {
            return ask(redis, script, values, read, budget);
        }
        // The time that others take is none of the Redis, which would count as not answering.
        try (var waiting = CallScope.open(deadlines, redis.timeoutMillis())) {
            redis.forLong().acquire(waiting);
        }
        try {
            if (turn == Turn.IF_IT_ANSWERS && outages.containsKey(script)) {
                throw new CallFailure(Stage.BUSY, "another run has failed meanwhile");
            }
            return ask(redis, script, values, read, large);
        } finally {
            redis.forLong().release();
        }
    }

    private <T> T ask(
            Used redis,
            SharedScript script,
            List<Object> values,
            Function<JsonNode, Optional<T>> read,
            BufferBudget budget) {
        try (var scope = CallScope.open(deadlines, redis.timeoutMillis());
                var reply = budget.open(script.longestReply());
                var memory = reply.reservation()) {
            redis.scripts().get(script).into(values.toArray(), scope, reply);
            memory.take(WHILE_READ * (long) reply.size());
            var answer =
                    JsonMapper.shared().readTree(reply.toByteArray()).path(0).path("value");
            return read.apply(answer)
                    .orElseThrow(() -> new CallFailure(
                            Stage.EXECUTION, "the database answered the script with something that it cannot return"));
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

    /** The reason why the connections are down, if they are: calls must not block while one is opened. */
    private Optional<String> down() {
        return adapters.states().stream()
                .filter(it -> it.status() == AdapterState.Status.DOWN)
                .findFirst()
                .map(it -> it.message().orElse("not connected"));
    }

    private void fail(String reason, SharedScript script) {
        if (outages.putIfAbsent(script, reason) == null) {
            LOG.atWarn()
                    .addKeyValue("event", "shared_state_unavailable")
                    .addKeyValue("state", script.name())
                    .addKeyValue("reason", reason)
                    .log("spec.sharedState does not answer; {}", script.meanwhile());
        }
        recovery.start();
    }

    /** Tries at once what has failed. */
    public void retry() {
        outages.keySet().forEach(this::probe);
    }

    private AdapterState probe() {
        retry();
        return outages.values().stream()
                .findFirst()
                .map(reason -> AdapterState.down(ServerSettings.SHARED_STATE, reason))
                .orElseGet(() -> AdapterState.up(ServerSettings.SHARED_STATE));
    }

    private void probe(SharedScript script) {
        var redis = used;
        if (redis.isEmpty()) {
            // Nothing is shared any more, and so nothing answers again.
            outages.remove(script);
            return;
        }
        try {
            ask(
                    redis.get(),
                    script,
                    script.probe().values(),
                    returned -> Optional.of(returned).filter(script.probe().answered()),
                    Turn.PROBE);
            if (outages.remove(script) != null) {
                LOG.atInfo()
                        .addKeyValue("event", "shared_state_available")
                        .addKeyValue("state", script.name())
                        .log("spec.sharedState answers");
            }
        } catch (QueueTimeout others) {
            // The next attempt tells.
        } catch (CallFailure still) {
            outages.replace(script, reason(still));
        }
    }

    /** The state for status and metrics; empty if nothing is shared. */
    public Optional<AdapterState> state() {
        var outage = outages.values().stream().findFirst();
        return used.flatMap(_ -> adapters.states().stream().findFirst())
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
