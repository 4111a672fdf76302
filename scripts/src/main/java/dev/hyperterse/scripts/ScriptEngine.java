package dev.hyperterse.scripts;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.fetch.Fetches;
import dev.hyperterse.calls.fetch.HttpConnections;
import dev.hyperterse.calls.fetch.address.NameService;
import dev.hyperterse.calls.turn.SharedPermits;
import dev.hyperterse.scripts.author.DeployedScript;
import dev.hyperterse.scripts.author.ScriptOutput;
import dev.hyperterse.scripts.author.ScriptOwner.Kind;
import dev.hyperterse.scripts.exchange.LinkedScript;
import dev.hyperterse.scripts.exchange.ScriptCall;
import dev.hyperterse.scripts.exchange.ScriptResult;
import dev.hyperterse.scripts.host.Realms;
import dev.hyperterse.scripts.host.ScriptProgram;
import dev.hyperterse.scripts.realm.IsolatedEngine;
import dev.hyperterse.scripts.realm.IsolatedRealms;
import dev.hyperterse.scripts.realm.ProgramRealms;
import dev.hyperterse.scripts.realm.SharedEngine;
import dev.hyperterse.scripts.realm.SharedRealms;
import dev.hyperterse.scripts.realm.Startup;
import dev.hyperterse.scripts.turn.CallerShares;
import dev.hyperterse.scripts.turn.RecentUse;
import dev.hyperterse.scripts.turn.ScriptLimits;
import dev.hyperterse.scripts.turn.ScriptShare;
import dev.hyperterse.scripts.turn.ScriptThreads;
import dev.hyperterse.scripts.turn.ScriptTurns;
import dev.hyperterse.scripts.turn.Watchdog;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** The engines of the scripts of a replica: they share parsed code, and nothing at run time. */
final class ScriptEngine implements AutoCloseable {
    private final HttpConnections connections;
    private final ScriptThreads threads = new ScriptThreads();
    private final ScriptTurns turns;
    private final Watchdog watchdog;
    /** For runs that have begun and not ended. A script that takes all it can leaves some for another one. */
    private final SharedPermits<ScriptShare> permits;

    private final Map<String, RecentUse> namespaces = new ConcurrentHashMap<>();
    private final DeadlineTimer timers;
    private final ScriptOutput output;
    private final SharedEngine shared;

    private Optional<Startup<IsolatedEngine>> isolated = Optional.empty();
    private volatile ScriptLimits limits;

    ScriptEngine(ScriptLimits limits, DeadlineTimer timers, NameService names, ScriptOutput output) {
        this.limits = limits;
        this.connections = new HttpConnections(names);
        this.turns = new ScriptTurns(limits.threads(), threads, System::nanoTime);
        this.watchdog = new Watchdog(limits, turns::check);
        this.permits = new SharedPermits<>(limits.runs());
        this.timers = timers;
        this.output = output;
        this.shared = new SharedEngine(threads, timers);
    }

    int waiting() {
        return turns.waiting();
    }

    /** Applies also to runs that have begun. */
    void limit(ScriptLimits limits) {
        this.limits = limits;
        turns.limit(limits.threads());
        watchdog.limit(limits);
        permits.resize(limits.runs());
    }

    LinkedScript link(DeployedScript script) {
        var namespace = script.owner().namespace();
        var recent = namespaces.computeIfAbsent(namespace, _ -> new RecentUse());
        var fetches = new Fetches(namespace, script.fetch(), connections);
        var program = new ScriptProgram(script, share(script, recent), realms(script), fetches, output);
        return call -> run(program, call);
    }

    private static Function<Principal, ScriptShare> share(DeployedScript script, RecentUse ofNamespace) {
        if (script.owner().kind() == Kind.PROGRAM) {
            return new CallerShares(ofNamespace)::of;
        }
        var ofAll = new ScriptShare(ofNamespace);
        return _ -> ofAll;
    }

    private Realms realms(DeployedScript script) {
        return switch (script.script().engine()) {
            case Shared, Fresh -> new SharedRealms(script, shared);
            case Isolated -> isolated(script);
        };
    }

    private Realms isolated(DeployedScript script) {
        LongSupplier mostBytes =
                () -> Math.min(limits.allocation(), script.memory().orElse(Long.MAX_VALUE));
        return script.owner().kind() == Kind.PROGRAM
                ? new ProgramRealms(isolated(), mostBytes, threads)
                : new IsolatedRealms(script.script(), isolated(), mostBytes, threads);
    }

    /** The engine is loaded with the first script that requires it. */
    private synchronized Startup<IsolatedEngine> isolated() {
        if (isolated.isEmpty()) {
            isolated = Optional.of(new Startup<>(() -> CompletableFuture.supplyAsync(IsolatedEngine::new, threads)));
        }
        return isolated.get();
    }

    private ScriptResult run(ScriptProgram program, ScriptCall call) {
        // Read once, because the limits may change while the run waits.
        var current = limits;
        var share = program.share(call.context().principal());
        if (!permits.tryAcquire(share)) {
            throw new CallFailure(Stage.BUSY, "busy: too many runs of this script have not ended, try again");
        }
        try {
            EngineStart.await(program.realms().ready(), call.context().scope());
            return new ScriptRun(program, share, call, turns, watchdog, timers, current).result();
        } finally {
            permits.release(share);
        }
    }

    @Override
    public void close() {
        turns.close();
        threads.close();
        watchdog.close();
        connections.close();
        // Does not close the engine, which would wait for contexts: each run closes its own.
    }
}
