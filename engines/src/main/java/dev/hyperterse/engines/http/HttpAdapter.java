package dev.hyperterse.engines.http;

import dev.hyperterse.calls.adapter.AdapterAddress;
import dev.hyperterse.calls.adapter.Connector;
import dev.hyperterse.calls.adapter.OperationKind;
import dev.hyperterse.calls.turn.Permits;
import dev.hyperterse.catalog.server.Adapter;
import dev.hyperterse.catalog.server.Engine;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.RemoteAdapter;
import dev.hyperterse.engines.RemoteSettings;
import dev.hyperterse.engines.UnusableConnector;
import dev.hyperterse.engines.UsedValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** An adapter of an HTTP API. */
public record HttpAdapter(Adapter adapter, Engine.Http engine, ValueSet values) implements RemoteAdapter<BoundRequest> {
    public static HttpAdapter of(Adapter adapter, Engine.Http engine, ValueSet all) {
        var used = RemoteSettings.used(engine, all);
        var named = Stream.concat(used.entries().keySet().stream(), engine.headers().values().stream());
        return new HttpAdapter(adapter, engine, UsedValues.of(all, named.map(Optional::of)));
    }

    @Override
    public AdapterAddress address() {
        return new AdapterAddress("http", remote().location(), Optional.empty(), Map.of());
    }

    @Override
    public List<Optional<String>> credentials() {
        var credentials = new ArrayList<>(RemoteAdapter.super.credentials());
        engine.headers().values().forEach(key -> credentials.add(values.find(key)));
        return List.copyOf(credentials);
    }

    @Override
    public OperationKind<BoundRequest> operations() {
        return HttpOperations.REQUESTS;
    }

    @Override
    public String system() {
        return "http";
    }

    @Override
    public Connector<BoundRequest> open(Permits permits) {
        return UnusableConnector.unless(
                adapter.name(), () -> new HttpConnector(adapter, HttpSettings.of(engine, values), permits));
    }
}
