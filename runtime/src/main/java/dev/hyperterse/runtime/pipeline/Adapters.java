package dev.hyperterse.runtime.pipeline;

import dev.hyperterse.catalog.server.Adapter;
import dev.hyperterse.catalog.values.ValueSet;
import java.time.Duration;
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
    private volatile Map<String, LiveAdapter> byName = Map.of();

    public Adapters(Connectors connectors, Handover handover) {
        this.connectors = connectors;
        this.handover = handover;
    }

    /**
     * Makes these the adapters. Returns at once; an adapter that cannot connect fails only the calls that need it.
     *
     * @param maxResultSize more than this is not even read from an engine
     * @param drain how long calls on connections that go away may still run
     */
    public synchronized void reconfigure(List<Adapter> adapters, ValueSet values, long maxResultSize, Duration drain) {
        var next = new LinkedHashMap<String, LiveAdapter>();
        for (var adapter : adapters) {
            var settings = AdapterSettings.of(adapter, values, maxResultSize);
            var present = byName.get(adapter.name());
            if (present == null) {
                next.put(adapter.name(), new LiveAdapter(connectors, handover, settings));
            } else {
                present.become(settings, drain);
                next.put(adapter.name(), present);
            }
        }
        var before = byName;
        byName = next;
        before.forEach((name, adapter) -> {
            if (!next.containsKey(name)) {
                adapter.retire(drain);
            }
        });
    }

    /** Empty when no adapter of the live catalog has this name. */
    public Optional<Connector> find(String name) {
        var adapter = byName.get(name);
        return adapter == null ? Optional.empty() : Optional.of(adapter.current());
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
