package dev.hyperterse.runtime.adapter;

import dev.hyperterse.catalog.server.Adapter;
import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.catalog.values.ValueSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The adapters of the live catalog. They outlive catalogs: what did not change keeps its connections, and what did is
 * handed over without a gap (see {@link LiveAdapter}).
 */
public final class Adapters implements AutoCloseable {
    private final Connectors connectors;
    private final Handover handover;
    private final CallShares shares = new CallShares();
    private volatile Map<String, LiveAdapter> byName = Map.of();

    public Adapters(Connectors connectors, Handover handover) {
        this.connectors = connectors;
        this.handover = handover;
    }

    /**
     * Makes these the adapters. Returns at once; an adapter that cannot connect fails only the calls that need it. When
     * this fails nothing has changed, and nothing stays open that was not.
     */
    public synchronized void reconfigure(List<Adapter> adapters, ValueSet values, Limits limits) {
        var drain = Duration.ofMillis(limits.callTimeoutMillis());
        var changes = new ArrayList<Change>();
        try {
            for (var adapter : adapters) {
                changes.add(prepare(AdapterSettings.of(adapter, values, limits.maxResultSize())));
            }
        } catch (RuntimeException unusable) {
            changes.forEach(Change::discard);
            throw unusable;
        }
        var next = new LinkedHashMap<String, LiveAdapter>();
        for (var change : changes) {
            change.apply(drain);
            next.put(change.wanted().adapter().name(), change.adapter());
        }
        var before = byName;
        byName = next;
        shares.resize(limits.concurrentCalls(), next.size());
        before.forEach((name, adapter) -> {
            if (!next.containsKey(name)) {
                adapter.retire(drain);
            }
        });
    }

    private Change prepare(AdapterSettings wanted) {
        var present = byName.get(wanted.adapter().name());
        return present == null
                ? new Change.Addition(new LiveAdapter(connectors, handover, shares.new Share(), wanted), wanted)
                : new Change.Reconfiguration(present, wanted, present.prepare(wanted));
    }

    /** What becomes of one adapter; all that can fail has been done. */
    private sealed interface Change {
        LiveAdapter adapter();

        AdapterSettings wanted();

        void apply(Duration drain);

        void discard();

        record Addition(LiveAdapter adapter, AdapterSettings wanted) implements Change {
            @Override
            public void apply(Duration drain) {
                // It serves as it is.
            }

            @Override
            public void discard() {
                adapter.close();
            }
        }

        record Reconfiguration(LiveAdapter adapter, AdapterSettings wanted, Optional<Connector> prepared)
                implements Change {
            @Override
            public void apply(Duration drain) {
                adapter.become(wanted, prepared, drain);
            }

            @Override
            public void discard() {
                prepared.ifPresent(Connector::close);
            }
        }
    }

    /** Empty when no adapter of the live catalog has this name. */
    public Optional<LiveAdapter> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** In the order of the server's settings. */
    public List<AdapterState> states() {
        return byName.values().stream().map(LiveAdapter::state).toList();
    }

    @Override
    public synchronized void close() {
        var before = byName;
        byName = Map.of();
        before.values().forEach(LiveAdapter::close);
    }
}
