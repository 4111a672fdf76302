package dev.hyperterse.calls.adapter;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.NotSent;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.retry.Backoff;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fails the calls of an adapter at once while its database or API does not respond in time. It opens after several
 * timeouts of calls that had a connection, and no response within a second, if they are of more than one statement or
 * request: a single slow one must not fail the others. If only one is called, the engine is probed instead, and no
 * response counts like a second one. After a pause one call of each is tried, which keeps out others of the same also while
 * it waits for a permit or a token; any response closes the circuit. {@code ConnectionHealth} does the same for failed
 * connections.
 */
final class Circuit {
    private static final Logger LOG = LoggerFactory.getLogger(Circuit.class);
    private static final int LEAST_TIMEOUTS = 5;
    private static final int LEAST_STATEMENTS = 2;
    private static final Duration SILENCE = Duration.ofSeconds(1);
    private static final Duration BETWEEN_SIGNS = Duration.ofSeconds(10);
    private static final Backoff PAUSES = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(30));

    private final String adapter;
    private final LongSupplier clock;
    private final RandomGenerator random;
    private final BooleanSupplier engineIsSilent;
    private final Executor background;
    /** The only field that a call of a healthy adapter reads; true while any state below is set. */
    private volatile boolean suspect;

    private volatile Optional<Open> open = Optional.empty();
    private final Set<Object> silent = new HashSet<>();
    private int timeouts;
    private long since;
    private boolean asking;
    private Optional<Long> askedAt = Optional.empty();

    /**
     * @param clock nanoseconds, of which only differences count
     * @param engineIsSilent probes the engine, and waits for the result
     * @param background runs probes
     */
    Circuit(
            String adapter,
            LongSupplier clock,
            RandomGenerator random,
            BooleanSupplier engineIsSilent,
            Executor background) {
        this.adapter = adapter;
        this.clock = clock;
        this.random = random;
        this.engineIsSilent = engineIsSilent;
        this.background = background;
    }

    /**
     * @param trials the statements of which a call is being tried, with its scope
     * @param times how often it was opened in a row
     */
    private record Open(long until, int times, Map<Object, CallScope> trials) {}

    /**
     * Runs a call unless the circuit is open.
     *
     * @param statement identifies the statement or request of the call
     * @param scope of the call
     */
    int run(Object statement, CallScope scope, IntSupplier call) {
        if (!suspect) {
            return count(statement, scope, call);
        }
        var now = open.filter(it -> !hasAsked(it));
        if (now.isEmpty()) {
            return count(statement, scope, call);
        }
        admitTrial(now.get(), statement, scope);
        try {
            return count(statement, scope, call);
        } finally {
            now.get().trials().remove(statement, scope);
        }
    }

    /** A trial that was sent and waits for its user has been answered by a question, which closes the circuit. */
    private boolean hasAsked(Open now) {
        var asked = now.trials().values().stream().anyMatch(it -> it.isPaused() && !it.isBeforeAdapter());
        if (asked) {
            answered();
        }
        return asked;
    }

    private void admitTrial(Open now, Object statement, CallScope scope) {
        var wait = now.until() - clock.getAsLong();
        // One that waits for its user before it is sent tries nothing.
        if (wait > 0
                || now.trials().merge(statement, scope, (one, other) -> one.isBeforeAdapter() ? other : one) != scope) {
            throw UnavailableFailures.silent(adapter, Duration.ofNanos(Math.max(0, wait)));
        }
    }

    private int count(Object statement, CallScope scope, IntSupplier call) {
        try {
            var rows = call.getAsInt();
            answered(scope);
            return rows;
        } catch (NotSent unasked) {
            if (unasked.wasAnswered()) {
                answered(scope);
            }
            throw unasked;
        } catch (CallFailure failure) {
            switch (failure.stage()) {
                case TIMEOUT -> {
                    // An expired token, also one of a user who was asked, says nothing of the engine.
                    if (!scope.endsWithCredentials()) {
                        timedOut(statement);
                    }
                }
                // The engine has responded.
                case EXECUTION, RESULT, RESOLVE -> answered(scope);
                case RATE_LIMITED,
                        AUTH,
                        CONFIRMATION,
                        INPUT_TRANSFORM,
                        VALIDATION,
                        BINDING,
                        OUTPUT_TRANSFORM,
                        BUSY,
                        CANCELLED,
                        UNAVAILABLE,
                        INTERNAL -> {}
            }
            throw failure;
        }
    }

    private void answered(CallScope scope) {
        if (!scope.isBeforeAdapter()) {
            answered();
        }
    }

    private void answered() {
        if (suspect) {
            reset();
        }
    }

    /** Closes the circuit, after a response or for new connections. */
    synchronized void reset() {
        if (open.isPresent()) {
            LOG.atInfo()
                    .addKeyValue("event", "circuit_closed")
                    .addKeyValue("adapter", adapter)
                    .log("the adapter answers again");
        }
        open = Optional.empty();
        silent.clear();
        timeouts = 0;
        suspect = false;
    }

    private synchronized void timedOut(Object statement) {
        var now = clock.getAsLong();
        if (open.isPresent()) {
            // Only trials count: other calls began before it opened.
            open.filter(it -> it.trials().containsKey(statement)).ifPresent(it -> open(it.times() + 1, now));
            return;
        }
        if (timeouts == 0) {
            since = now;
        }
        timeouts++;
        if (silent.size() < LEAST_STATEMENTS) {
            silent.add(statement);
        }
        suspect = true;
        if (timeouts < LEAST_TIMEOUTS || now - since < SILENCE.toNanos()) {
            return;
        }
        if (silent.size() >= LEAST_STATEMENTS) {
            open(now);
        } else if (!asking
                && askedAt.filter(last -> now - last < BETWEEN_SIGNS.toNanos()).isEmpty()) {
            asking = true;
            askedAt = Optional.of(now);
            background.execute(this::probeEngine);
        }
    }

    private void probeEngine() {
        var silence = false;
        try {
            silence = engineIsSilent.getAsBoolean();
        } finally {
            engineProbed(silence);
        }
    }

    /** Has no effect if a response to a call has closed the circuit meanwhile. */
    private synchronized void engineProbed(boolean silence) {
        asking = false;
        if (silence && open.isEmpty() && timeouts >= LEAST_TIMEOUTS) {
            open(clock.getAsLong());
        }
    }

    private void open(long now) {
        LOG.atWarn()
                .addKeyValue("event", "circuit_opened")
                .addKeyValue("adapter", adapter)
                .addKeyValue("timeouts", timeouts)
                .log("the adapter does not answer in time; calls fail at once until an attempt succeeds");
        open(0, now);
    }

    private void open(int times, long now) {
        var pause = PAUSES.pause(times, random);
        open = Optional.of(new Open(now + pause.toNanos(), times, new ConcurrentHashMap<>()));
    }

    /** Whether calls fail at once. */
    boolean isOpen() {
        return open.filter(it -> !hasAsked(it)).isPresent();
    }
}
