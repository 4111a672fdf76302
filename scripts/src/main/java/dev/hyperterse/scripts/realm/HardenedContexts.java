package dev.hyperterse.scripts.realm;

import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.javascript.Sandbox;
import dev.hyperterse.javascript.ScriptFiles;
import dev.hyperterse.scripts.author.ScriptOwner;
import dev.hyperterse.telemetry.logging.BackgroundTurn;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Hardened contexts that no run uses. One returns only to the scripts that it has served, so that what is left in it by a
 * way that is not known stays with one author.
 */
public final class HardenedContexts {
    /** Contexts that no script has used. */
    private static final int AHEAD = 2;

    /** They hold about 70 KiB each. */
    private static final int MOST_IDLE = 64;

    private static final long LONGEST_IDLE = TimeUnit.MINUTES.toNanos(1);

    private final Sandbox sandbox;
    private final ScriptGlobals globals;
    private final Executor threads;
    private final DeadlineTimer timers;
    private final Deque<HardenedContext> ahead = new ArrayDeque<>();
    /** The last used one comes first. */
    private final Deque<Idle> idle = new ArrayDeque<>();

    private boolean making;
    private boolean sweeping;

    public HardenedContexts(Sandbox sandbox, ScriptGlobals globals, Executor threads, DeadlineTimer timers) {
        this.sandbox = sandbox;
        this.globals = globals;
        this.threads = threads;
        this.timers = timers;
    }

    /** Scripts that may use the same contexts; those of plugins, which see credentials, use none of others. */
    record Owner(String namespace, boolean confidential) {
        static Owner of(ScriptOwner script) {
            return new Owner(script.namespace(), script.kind().isConfidential());
        }
    }

    private record Idle(HardenedContext context, long since) {}

    /** Makes the first one, on this thread. */
    public void start() {
        var first = HardenedContext.open(sandbox, globals);
        synchronized (this) {
            ahead.add(first);
        }
    }

    ContextLease lease(Owner owner, ScriptFiles files) {
        return find(owner)
                // All are in use: this one stays, for as many runs at once.
                .orElseGet(() -> HardenedContext.open(sandbox, globals))
                .lease(owner, files, this);
    }

    private synchronized Optional<HardenedContext> find(Owner owner) {
        for (var candidates = idle.iterator(); candidates.hasNext(); ) {
            var context = candidates.next().context();
            if (context.owner().filter(owner::equals).isPresent()) {
                candidates.remove();
                return Optional.of(context);
            }
        }
        var unused = Optional.ofNullable(ahead.poll());
        if (!making && ahead.size() < AHEAD) {
            making = true;
            threads.execute(() -> BackgroundTurn.run("script realms", this::makeAhead));
        }
        return unused;
    }

    private void makeAhead() {
        try {
            while (isShort()) {
                start();
            }
        } finally {
            made();
        }
    }

    private synchronized boolean isShort() {
        return ahead.size() < AHEAD;
    }

    private synchronized void made() {
        making = false;
    }

    void giveBack(HardenedContext context) {
        synchronized (this) {
            idle.addFirst(new Idle(context, System.nanoTime()));
            if (!sweeping) {
                sweeping = true;
                timers.add(new Sweep(), System.nanoTime() + LONGEST_IDLE);
            }
            if (idle.size() <= MOST_IDLE) {
                return;
            }
            context = idle.removeLast().context();
        }
        context.close();
    }

    private final class Sweep extends DeadlineTimer.Timed {
        @Override
        protected void expire() {
            threads.execute(() -> BackgroundTurn.run("script realms", HardenedContexts.this::sweep));
        }
    }

    private void sweep() {
        var now = System.nanoTime();
        for (var old = idleBefore(now - LONGEST_IDLE); old.isPresent(); old = idleBefore(now - LONGEST_IDLE)) {
            old.get().close();
        }
        synchronized (this) {
            sweeping = !idle.isEmpty();
            if (sweeping) {
                timers.add(new Sweep(), now + LONGEST_IDLE);
            }
        }
    }

    private synchronized Optional<HardenedContext> idleBefore(long nanos) {
        return idle.isEmpty() || idle.getLast().since() - nanos > 0
                ? Optional.empty()
                : Optional.of(idle.removeLast().context());
    }
}
