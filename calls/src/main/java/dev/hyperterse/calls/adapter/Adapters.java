package dev.hyperterse.calls.adapter;

import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.values.ValueSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The adapters of the live catalog. An adapter with the same name and address is the same object in the next catalog
 * and keeps its connections; one with another address is another object, and the former one serves the calls of its own
 * catalog until they have finished (see {@link LiveAdapter}).
 */
public final class Adapters implements AutoCloseable {
    private final Engines engines;
    private final Handover handover;
    private final CallShares shares = new CallShares();
    private volatile Map<String, LiveAdapter<?>> byName = Map.of();
    /** How long a call of the live catalog may take. */
    private Duration callTimeout = Duration.ZERO;
    /** When the last call of a former catalog ends at the latest; a reading of {@link System#nanoTime}. */
    private long endOfFormerCalls = System.nanoTime();

    /** Adapters of the catalog before, at most one of each name, until their calls have finished. */
    private final Map<String, LiveAdapter<?>> leaving = new ConcurrentHashMap<>();

    public Adapters(Engines engines, Handover handover) {
        this.engines = engines;
        this.handover = handover;
    }

    /**
     * The adapters of the next catalog, for linking its tools. Does everything that can fail; an adapter that cannot
     * connect fails only the calls that need it. One plan at a time.
     */
    public Plan plan(List<Adapter> adapters, ValueSet values, Limits limits) {
        var plan = new Plan(limits);
        try {
            for (var adapter : adapters) {
                plan.add(engines.read(adapter.unmasked(), values, limits.maxResultSize()));
            }
        } catch (RuntimeException unusable) {
            plan.close();
            throw unusable;
        }
        return plan;
    }

    /** The adapters of the next catalog; closing a plan that was not applied closes everything that it has opened. */
    public final class Plan implements AutoCloseable {
        private final Limits limits;
        private final Map<String, LiveAdapter<?>> next = new LinkedHashMap<>();
        private final List<LiveAdapter<?>> added = new ArrayList<>();
        private final List<LiveAdapter.Reconfiguration<?>> reconfigured = new ArrayList<>();
        private boolean applied;

        private Plan(Limits limits) {
            this.limits = limits;
        }

        private void add(AdapterSettings<?> wanted) {
            var name = wanted.adapter().name();
            var present = byName.get(name);
            var kept = present == null ? null : present.prepare(wanted).orElse(null);
            if (kept != null) {
                reconfigured.add(kept);
                next.put(name, present);
            } else {
                var fresh = new LiveAdapter<>(handover, shares.new Share(), wanted);
                added.add(fresh);
                next.put(name, fresh);
            }
        }

        /** By name, in the order of the server's settings. */
        public Map<String, LiveAdapter<?>> adapters() {
            return next;
        }

        /** Makes these the adapters. Returns at once. */
        public void apply() {
            synchronized (Adapters.this) {
                applied = true;
                var drain = drain(Duration.ofMillis(limits.callTimeoutMillis()));
                reconfigured.forEach(change -> change.apply(drain));
                var before = byName;
                byName = next;
                shares.resize(limits.concurrentCalls(), next.size());
                before.forEach((name, adapter) -> {
                    if (next.get(name) != adapter) {
                        leave(name, adapter, drain);
                    }
                });
            }
        }

        @Override
        public void close() {
            if (!applied) {
                added.forEach(LiveAdapter::close);
                reconfigured.forEach(LiveAdapter.Reconfiguration::discard);
            }
        }
    }

    /** How long connections that are replaced now have to serve calls of this catalog and former ones. */
    private Duration drain(Duration next) {
        var now = System.nanoTime();
        var formerCalls = Math.max(callTimeout.toNanos(), endOfFormerCalls - now);
        callTimeout = next;
        endOfFormerCalls = now + formerCalls;
        return Duration.ofNanos(Math.max(formerCalls, next.toNanos()));
    }

    /** Keeps an adapter for the calls of former catalogs, for as long as they may take. */
    private void leave(String name, LiveAdapter<?> adapter, Duration drain) {
        adapter.leave();
        var earlier = leaving.put(name, adapter);
        if (earlier != null) {
            earlier.close();
        }
        Thread.ofVirtual().name("leave " + name).start(() -> {
            try {
                Thread.sleep(drain);
            } catch (InterruptedException now) {
                Thread.currentThread().interrupt();
            }
            leaving.remove(name, adapter);
            adapter.close();
        });
    }

    /** The adapters of the live catalog, by name. */
    public Map<String, LiveAdapter<?>> live() {
        return byName;
    }

    /** In the order of the server's settings. */
    public List<AdapterState> states() {
        return byName.values().stream().map(LiveAdapter::state).toList();
    }

    /** By name, whether calls fail at once because the database has not responded in time. */
    public Map<String, Boolean> openCircuits() {
        var open = new LinkedHashMap<String, Boolean>();
        byName.forEach((name, adapter) -> open.put(name, adapter.isCircuitOpen()));
        return open;
    }

    /** By name, how many calls wait for a connection. */
    public Map<String, Integer> waiting() {
        var waiting = new LinkedHashMap<String, Integer>();
        byName.forEach((name, adapter) -> waiting.put(name, adapter.waiting()));
        return waiting;
    }

    @Override
    public synchronized void close() {
        var before = byName;
        byName = Map.of();
        before.values().forEach(LiveAdapter::close);
        leaving.values().forEach(LiveAdapter::close);
        leaving.clear();
    }
}
