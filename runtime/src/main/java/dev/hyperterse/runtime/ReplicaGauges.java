package dev.hyperterse.runtime;

import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.calls.adapter.Adapters;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.runtime.http.ReplicaEndpoint;
import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.runtime.live.LiveCatalogs;
import dev.hyperterse.runtime.mcp.EraSelector;
import dev.hyperterse.runtime.mcp.legacy.session.SessionRegistry;
import dev.hyperterse.runtime.mcp.stream.OpenStreams;
import dev.hyperterse.runtime.tool.cache.ResultCache;
import dev.hyperterse.scripts.Scripts;
import dev.hyperterse.telemetry.metrics.Labels;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The gauges of a replica, read at each scrape. */
final class ReplicaGauges {
    private ReplicaGauges() {}

    static void register(
            MetricRegistry metrics,
            LiveCatalogs catalogs,
            Adapters adapters,
            Scripts scripts,
            Supplier<List<AdapterState>> states,
            SessionRegistry sessions,
            OpenStreams streams,
            EraSelector eras,
            BufferBudget budget,
            ResultCache cache,
            ReplicaEndpoint endpoint) {
        metrics.gauge("hyperterse_calls_running", "Calls in flight.", eras::running);
        metrics.gauge("hyperterse_connections_open", "Open connections of clients.", endpoint::connections);
        metrics.gauge(
                "hyperterse_connections_limit", "Connections that may be open at once.", endpoint::mostConnections);
        metrics.gauge("hyperterse_streams_open", "Open listening streams.", streams::open);
        metrics.gauge(
                "hyperterse_sessions_remembered",
                "Sessions of which this replica holds state; there may be more.",
                () -> sessions.remembered().size());
        metrics.gauge("hyperterse_buffer_used_bytes", "Bytes held by requests and results.", budget::used);
        metrics.gauge(
                "hyperterse_buffer_limit_bytes", "Bytes that requests and results may hold together.", budget::limit);
        metrics.gauge("hyperterse_cache_bytes", "Bytes held by cached results, in the same budget.", cache::bytes);
        metrics.gauge("hyperterse_cache_limit_bytes", "Bytes that cached results may hold.", cache::maxSize);
        metrics.gauge("hyperterse_cache_results", "Results in the cache.", cache::size);
        metrics.gauge(
                "hyperterse_cache_calls_waiting",
                "Calls that wait for the result of an identical call.",
                cache::waiting);
        metrics.gauges("hyperterse_adapter_up", "Whether an adapter can be used.", () -> adapterStates(states.get()));
        metrics.gauges(
                "hyperterse_adapter_calls_waiting",
                "Calls that wait for a connection of an adapter.",
                () -> waiting(adapters));
        metrics.gauge(
                "hyperterse_script_turns_waiting",
                "Turns of scripts that wait for a thread to run on.",
                scripts::waiting);
        metrics.gauges(
                "hyperterse_adapter_circuit_open",
                "Whether calls of an adapter fail at once because it answers none in time.",
                () -> circuits(adapters));
        metrics.gauges(
                "hyperterse_catalog_definitions", "Definitions that are served, by kind.", () -> definitions(catalogs));
        metrics.gauge(
                "hyperterse_catalog_sequence",
                "Sequence of the revision being served; orders within an epoch.",
                () -> live(catalogs, catalog -> catalog.revision().sequence()));
        metrics.gauge(
                "hyperterse_catalog_refused",
                "Definitions that this build cannot serve.",
                () -> live(catalogs, catalog -> catalog.refused().size()));
    }

    private static Map<Labels, Double> adapterStates(List<AdapterState> all) {
        var states = new HashMap<Labels, Double>();
        for (var state : all) {
            states.put(Labels.of("adapter", state.name()), state.status() == AdapterState.Status.UP ? 1.0 : 0.0);
        }
        return states;
    }

    private static Map<Labels, Double> circuits(Adapters adapters) {
        var circuits = new HashMap<Labels, Double>();
        adapters.openCircuits().forEach((name, open) -> circuits.put(Labels.of("adapter", name), open ? 1.0 : 0.0));
        return circuits;
    }

    private static Map<Labels, Double> waiting(Adapters adapters) {
        var waiting = new HashMap<Labels, Double>();
        adapters.waiting().forEach((name, calls) -> waiting.put(Labels.of("adapter", name), calls.doubleValue()));
        return waiting;
    }

    static Map<Labels, Double> definitions(LiveCatalogs catalogs) {
        return Map.of(
                Labels.of("kind", "tool"),
                        live(catalogs, catalog -> catalog.tools().size()),
                Labels.of("kind", "prompt"),
                        live(catalogs, catalog -> catalog.prompts().size()),
                Labels.of("kind", "resource"),
                        live(catalogs, catalog -> catalog.definedResources().count()));
    }

    private static double live(LiveCatalogs catalogs, ToDoubleFunction<LiveCatalog> value) {
        return catalogs.current().map(value::applyAsDouble).orElse(Double.NaN);
    }
}
