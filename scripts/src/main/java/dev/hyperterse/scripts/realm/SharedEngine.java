package dev.hyperterse.scripts.realm;

import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.javascript.CallerStack;
import dev.hyperterse.javascript.Sandbox;
import dev.hyperterse.javascript.ScriptFiles;
import dev.hyperterse.scripts.author.ScriptOwner.Kind;
import dev.hyperterse.scripts.host.RunSubject;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** The engine of the scripts that share one, with the parsed globals and the contexts that wait for a run. */
public final class SharedEngine {
    private static final ScriptFiles NONE = ScriptFiles.of(Map.of());
    private static final RunSubject FIRST = new RunSubject(Kind.TOOL, "first", Optional.empty());

    private final Sandbox sandbox = new Sandbox();
    private final ScriptGlobals globals = new ScriptGlobals();
    private final HardenedContexts hardened;
    private final Startup<Void> warm;

    /**
     * Opens the first context early: it takes a hundred times as long as others, which would use up the timeout of the first
     * call.
     */
    public SharedEngine(Executor threads, DeadlineTimer timers) {
        this.hardened = new HardenedContexts(
                sandbox,
                globals,
                threads,
                timers,
                HardenedContexts.Bounds.ofHeap(Runtime.getRuntime().maxMemory()),
                LongLived.inHeap()::areMany);
        this.warm = new Startup<>(() -> CompletableFuture.runAsync(this::warmUp, threads));
    }

    private void warmUp() {
        hardened.lease(HardenedContexts.Owner.FIRST_RUN, NONE).ifPresent(this::warmUp);
    }

    private void warmUp(ContextLease lease) {
        var context = lease.context();
        var completed = false;
        context.enter();
        try {
            var prelude = lease.begin(_ -> {
                // An engine that does not take frames is seen now, and not when a statement has begun.
                CallerStack.here().lines();
                return true;
            });
            prelude.begin(
                    context.eval(Sandbox.module("first", "export default () => 1"))
                            .getMember("default"),
                    "{}",
                    FIRST);
            completed = true;
        } finally {
            context.leave();
            lease.end(completed, 0);
        }
    }

    Sandbox sandbox() {
        return sandbox;
    }

    ScriptGlobals globals() {
        return globals;
    }

    HardenedContexts hardened() {
        return hardened;
    }

    Startup<Void> warm() {
        return warm;
    }
}
