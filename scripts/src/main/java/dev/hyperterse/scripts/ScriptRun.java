package dev.hyperterse.scripts;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.scripts.exchange.ScriptCall;
import dev.hyperterse.scripts.exchange.ScriptResult;
import dev.hyperterse.scripts.host.Realm;
import dev.hyperterse.scripts.host.RunContext;
import dev.hyperterse.scripts.host.RunEnd;
import dev.hyperterse.scripts.host.RunFetches;
import dev.hyperterse.scripts.host.RunQueries;
import dev.hyperterse.scripts.host.RunTimeout;
import dev.hyperterse.scripts.host.RunTimers;
import dev.hyperterse.scripts.host.ScriptFault;
import dev.hyperterse.scripts.host.ScriptHost;
import dev.hyperterse.scripts.host.ScriptProgram;
import dev.hyperterse.scripts.turn.ScriptLimits;
import dev.hyperterse.scripts.turn.ScriptShare;
import dev.hyperterse.scripts.turn.ScriptTurns;
import dev.hyperterse.scripts.turn.ScriptUsage;
import dev.hyperterse.scripts.turn.Watchdog;
import dev.hyperterse.telemetry.logging.BackgroundTurn;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * One run of a script. In its turns, JavaScript runs on one of the script threads; between them it occupies none. The
 * calling thread waits for the end, and meanwhile sends messages to the client.
 */
final class ScriptRun {
    private final ScriptProgram program;
    private final ScriptCall call;
    private final Watchdog watchdog;
    private final DeadlineTimer timers;
    private final ScriptUsage usage = new ScriptUsage(this::cut);
    private final TurnQueue queue;
    private final long timeoutMillis;
    private final RunQueries queries;
    private final ScriptHost host;
    private final RunEnd end = new RunEnd();
    private final RunContext context;

    ScriptRun(
            ScriptProgram program,
            ScriptShare share,
            ScriptCall call,
            ScriptTurns turns,
            Watchdog watchdog,
            DeadlineTimer timers,
            ScriptLimits limits) {
        this.program = program;
        this.call = call;
        this.watchdog = watchdog;
        this.timers = timers;
        // The limit of a task is the shorter one, and names itself.
        this.timeoutMillis = call.context()
                .client()
                .taskLimit()
                .map(task -> task.longer(1_000).millis())
                .orElse(limits.timeoutMillis());
        this.queue = new TurnQueue(next -> turns.add(share, usage, next), this::turn);
        this.queries = new RunQueries(program.mostWaiting(), this::answer);
        this.host = new ScriptHost(
                program,
                call,
                end,
                timeoutMillis,
                new RunTimers(timers, this::settle),
                queries,
                new RunFetches(program.fetches(), call.context().trace(), call.buffers()));
        this.context = new RunContext(this::open);
    }

    /** Runs the script to its end. */
    ScriptResult result() {
        var scope = call.context().scope();
        CallScope.Listener ended = why -> end.stopped(scope.failureBy(why));
        watchdog.add(usage);
        scope.listen(ended);
        try (var _ = RunTimeout.begin(timers, timeoutMillis, end, scope)) {
            queue.add(this::begin);
            return end.await();
        } catch (RejectedExecutionException stopped) {
            throw CallScope.failure(CallScope.End.SHUTDOWN);
        } catch (CallFailure failure) {
            throw why(failure, scope);
        } finally {
            scope.forget(ended);
            host.close();
            queue.close();
            watchdog.remove(usage);
            context.close();
        }
    }

    /** The end of the call also cancels its statements, and the script may fail from that before the run ends. */
    private static CallFailure why(CallFailure failure, CallScope scope) {
        return scope.ended()
                .or(() -> scope.remainingNanos() <= 0 ? Optional.of(CallScope.End.DEADLINE) : Optional.empty())
                .map(scope::failureBy)
                .orElse(failure);
    }

    private Realm open() {
        var realm = program.realms().open(host);
        realm.memory().ifPresent(usage::countBy);
        return realm;
    }

    private void begin(Realm realm) {
        realm.begin(call.given(), host.subject());
    }

    private void settle(int id) {
        queue.add(realm -> {
            host.settled(id);
            realm.settle(id);
        });
    }

    private void answer(int id) {
        queue.add(realm -> queries.take(id).ifPresent(answer -> {
            try (answer) {
                switch (answer) {
                    case RunQueries.Answer.Read(var read) -> realm.settle(id, false, read.json());
                    case RunQueries.Answer.Failed(var why) -> realm.settle(id, true, why);
                    case RunQueries.Answer.Undeclared(var failure) -> {
                        host.rejected(id, failure);
                        realm.settle(id, true, failure.getMessage());
                    }
                    case RunQueries.Answer.NextRound _ -> {
                        // The run continues to wait for the answer.
                    }
                }
            }
        }));
    }

    private void cut(String why) {
        end.failed(new CallFailure(Stage.EXECUTION, why));
    }

    private void turn(Consumer<Realm> work) {
        if (!context.begin()) {
            return;
        }
        try {
            // A realm that has to be made first is no use of the script's.
            context.open();
            counted(work);
            end.turnEnded(host.waitsFor());
        } catch (ScriptFault fault) {
            end.failed(host.failure(fault));
        } catch (RuntimeException | Error broken) {
            BackgroundTurn.failed("script", broken);
            end.failed(new CallFailure(Stage.INTERNAL, "internal error"));
        } finally {
            context.end(end.isOver());
        }
    }

    private void counted(Consumer<Realm> work) {
        watchdog.begin(usage);
        try {
            context.run(work);
        } finally {
            watchdog.end(usage);
        }
    }
}
