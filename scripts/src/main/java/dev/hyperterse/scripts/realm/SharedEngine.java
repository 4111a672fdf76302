package dev.hyperterse.scripts.realm;

import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.javascript.Sandbox;
import dev.hyperterse.javascript.ScriptFiles;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.graalvm.polyglot.proxy.ProxyExecutable;

/** The engine of the scripts that share one, with the parsed globals and the contexts that wait for a run. */
public final class SharedEngine {
    private final Sandbox sandbox = new Sandbox();
    private final ScriptGlobals globals = new ScriptGlobals();
    private final HardenedContexts hardened;
    private final Startup<Void> warm;

    /**
     * Opens the first context early: it takes a hundred times as long as others, which would use up the timeout of the first
     * call.
     */
    public SharedEngine(Executor threads, DeadlineTimer timers) {
        this.hardened = new HardenedContexts(sandbox, globals, threads, timers);
        this.warm = new Startup<>(() -> CompletableFuture.runAsync(this::warmUp, threads));
    }

    private void warmUp() {
        try (var context = sandbox.open(ScriptFiles.of(Map.of()))) {
            ProxyExecutable host = _ -> true;
            var run = context.eval(Sandbox.module("first", "export default () => 1"));
            context.eval(globals.prelude())
                    .execute(host)
                    .invokeMember(
                            "begin",
                            run.getMember("default"),
                            "{}",
                            "{}",
                            "{\"kind\":\"TOOL\",\"payload\":{},\"principal\":{}}");
        }
        hardened.start();
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
