package dev.hyperterse.scripts;

import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.fetch.address.NameService;
import dev.hyperterse.scripts.author.DeployedScript;
import dev.hyperterse.scripts.author.ScriptOutput;
import dev.hyperterse.scripts.exchange.LinkedScript;
import dev.hyperterse.scripts.turn.ScriptLimits;
import java.util.Optional;

/** The scripts of a replica. The engine is loaded when the first of them is linked. */
public final class Scripts implements ScriptLinker, AutoCloseable {
    private ScriptLimits limits;
    private final DeadlineTimer timers;
    private final NameService names;
    private final ScriptOutput output;
    private Optional<ScriptEngine> engine = Optional.empty();

    /**
     * @param names of the hosts that scripts fetch from
     * @param output for the authors of scripts
     */
    public Scripts(ScriptLimits limits, DeadlineTimer timers, NameService names, ScriptOutput output) {
        this.limits = limits;
        this.timers = timers;
        this.names = names;
        this.output = output;
    }

    @Override
    public LinkedScript link(DeployedScript script) {
        return engine().link(script);
    }

    /** Sets the limits of scripts from now on. */
    public synchronized void limit(ScriptLimits limits) {
        this.limits = limits;
        engine.ifPresent(it -> it.limit(limits));
    }

    /** The number of turns that wait for a thread. */
    public synchronized int waiting() {
        return engine.map(ScriptEngine::waiting).orElse(0);
    }

    private synchronized ScriptEngine engine() {
        if (engine.isEmpty()) {
            engine = Optional.of(new ScriptEngine(limits, timers, names, output));
        }
        return engine.get();
    }

    @Override
    public synchronized void close() {
        engine.ifPresent(ScriptEngine::close);
        engine = Optional.empty();
    }
}
