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
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Hardened contexts that no run uses. One returns only to the scripts that it has served, so that what is left in it by a
 * way that is not known stays with one author.
 */
public final class HardenedContexts {
    private final Sandbox sandbox;
    private final ScriptGlobals globals;
    private final Executor threads;
    private final DeadlineTimer timers;
    private final Bounds bounds;
    private final BooleanSupplier heapIsShort;
    /** Contexts that no script has used. */
    private final Deque<HardenedContext> ahead = new ArrayDeque<>();
    /** The last used one comes first. */
    private final Deque<Idle> idle = new ArrayDeque<>();

    private int inUse;
    private long idleBytes;
    private boolean making;
    private boolean sweeping;

    /** @param heapIsShort whether contexts go because of what was allocated in them */
    HardenedContexts(
            Sandbox sandbox,
            ScriptGlobals globals,
            Executor threads,
            DeadlineTimer timers,
            Bounds bounds,
            BooleanSupplier heapIsShort) {
        this.sandbox = sandbox;
        this.globals = globals;
        this.threads = threads;
        this.timers = timers;
        this.bounds = bounds;
        this.heapIsShort = heapIsShort;
    }

    /** Scripts that may use the same contexts; those of plugins, which see credentials, use none of others. */
    record Owner(String namespace, boolean confidential) {
        /** Of the first run, which is this program's own: its context may serve anybody next. No namespace has this name. */
        static final Owner FIRST_RUN = new Owner("(first run)", false);

        static Owner of(ScriptOwner script) {
            return new Owner(script.namespace(), script.kind().isConfidential());
        }
    }

    /**
     * Runs are not known to leave anything in a context. What they allocated in it is the most that it can hold in ways that
     * are not known, and is bounded as if it did, as soon as the heap is short of memory. Before that, contexts that are used
     * much would be made again and again, which takes more time than their runs.
     *
     * @param ahead contexts that are made before a run needs them
     * @param madeInCalls contexts in use, up to which a run waits while another is made
     * @param idle contexts that wait for another run
     * @param idleNanos how long one waits
     * @param bytesOfOne allocated in a context that waits while the heap is short
     * @param bytesOfAll allocated in all that wait while the heap is short
     */
    record Bounds(int ahead, int madeInCalls, int idle, long idleNanos, long bytesOfOne, long bytesOfAll) {
        private static final long MOST_OF_ONE = 64L << 20;

        /** Times the bound, in a context that goes even while the heap has room. */
        private static final int AT_LAST = 100;

        static Bounds ofHeap(long bytes) {
            return new Bounds(2, 16, 64, TimeUnit.MINUTES.toNanos(1), Math.min(MOST_OF_ONE, bytes / 8), bytes / 4);
        }
    }

    private record Idle(HardenedContext context, long since) {}

    /** @return empty if many are in use: making one more takes a hundred times as long as a fresh context */
    Optional<ContextLease> lease(Owner owner, ScriptFiles files) {
        return find(owner)
                .or(() -> mayMake() ? Optional.of(made()) : Optional.empty())
                .map(context -> context.lease(owner, files, this));
    }

    private HardenedContext made() {
        try {
            return HardenedContext.open(sandbox, globals);
        } catch (RuntimeException | Error failed) {
            ended();
            throw failed;
        }
    }

    private synchronized boolean mayMake() {
        if (inUse >= bounds.madeInCalls()) {
            return false;
        }
        inUse++;
        return true;
    }

    /** A run has ended that takes its context along. */
    synchronized void ended() {
        inUse--;
    }

    private synchronized Optional<HardenedContext> find(Owner owner) {
        var found = waiting(owner).or(() -> Optional.ofNullable(ahead.poll()));
        inUse += found.isPresent() ? 1 : 0;
        // Not beside the first run, which the first calls of the process wait for.
        if (!making && ahead.size() < bounds.ahead() && !owner.equals(Owner.FIRST_RUN)) {
            making = true;
            threads.execute(() -> BackgroundTurn.run("script realms", this::makeAhead));
        }
        return found;
    }

    /** A context that has served these scripts. */
    private Optional<HardenedContext> waiting(Owner owner) {
        for (var candidates = idle.iterator(); candidates.hasNext(); ) {
            var context = candidates.next().context();
            if (context.owner()
                    .filter(served -> served.equals(owner) || served.equals(Owner.FIRST_RUN))
                    .isPresent()) {
                candidates.remove();
                idleBytes -= context.allocated();
                return Optional.of(context);
            }
        }
        return Optional.empty();
    }

    private void makeAhead() {
        try {
            while (mayAdd()) {
                add(HardenedContext.open(sandbox, globals));
            }
        } finally {
            enough();
        }
    }

    private synchronized boolean mayAdd() {
        return ahead.size() < bounds.ahead();
    }

    private synchronized void add(HardenedContext unused) {
        ahead.add(unused);
    }

    private synchronized void enough() {
        making = false;
    }

    /** Takes a context in which nothing of a run is pending. */
    void giveBack(HardenedContext context) {
        ended();
        var isShort = isShort(context.allocated());
        if (context.allocated() > bounds.bytesOfOne() * (isShort ? 1 : Bounds.AT_LAST)) {
            context.close();
        } else {
            keep(context);
        }
        closeWhile(_ -> idle.size() > bounds.idle() || (isShort && idleBytes > bounds.bytesOfAll()));
    }

    /** Of the heap: asked only where an answer may close a context. */
    private synchronized boolean isShort(long allocated) {
        return (allocated > bounds.bytesOfOne() || idleBytes + allocated > bounds.bytesOfAll())
                && heapIsShort.getAsBoolean();
    }

    private synchronized void keep(HardenedContext context) {
        idle.addFirst(new Idle(context, System.nanoTime()));
        idleBytes += context.allocated();
        if (!sweeping) {
            sweepLater();
        }
    }

    /** Closes the context that has waited longest, as long as it has to go. */
    private void closeWhile(Predicate<Idle> goes) {
        for (var oldest = takeOldest(goes); oldest.isPresent(); oldest = takeOldest(goes)) {
            oldest.get().close();
        }
    }

    private synchronized Optional<HardenedContext> takeOldest(Predicate<Idle> goes) {
        if (idle.isEmpty() || !goes.test(idle.getLast())) {
            return Optional.empty();
        }
        var oldest = idle.removeLast().context();
        idleBytes -= oldest.allocated();
        return Optional.of(oldest);
    }

    private void sweepLater() {
        sweeping = true;
        timers.add(new Sweep(), System.nanoTime() + bounds.idleNanos());
    }

    private final class Sweep extends DeadlineTimer.Timed {
        @Override
        protected void expire() {
            threads.execute(() -> BackgroundTurn.run("script realms", HardenedContexts.this::sweep));
        }
    }

    private void sweep() {
        var now = System.nanoTime();
        try {
            closeWhile(waiting -> now - waiting.since() >= bounds.idleNanos());
        } finally {
            sweepAgain();
        }
    }

    private synchronized void sweepAgain() {
        if (idle.isEmpty()) {
            sweeping = false;
        } else {
            sweepLater();
        }
    }
}
