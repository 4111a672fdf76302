package dev.hyperterse.engines.http;

import dev.hyperterse.calls.adapter.AdapterAddress;
import dev.hyperterse.calls.adapter.ConnectionTrust;
import dev.hyperterse.calls.adapter.Connector;
import dev.hyperterse.calls.adapter.OperationKind;
import dev.hyperterse.calls.turn.Permits;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.RemoteAdapter;
import dev.hyperterse.engines.UnusableConnector;
import java.util.List;
import java.util.Optional;

/** An adapter of an HTTP API. */
public record HttpAdapter(Adapter adapter, Engine.Http engine, ValueSet values) implements RemoteAdapter<BoundRequest> {
    public static HttpAdapter of(Adapter adapter, Engine.Http engine, ValueSet all) {
        return new HttpAdapter(adapter, engine, HttpSettings.used(engine, all));
    }

    @Override
    public AdapterAddress address() {
        return HttpSettings.address("http", remote(), engine);
    }

    @Override
    public ConnectionTrust trust() {
        return HttpSettings.trust(engine, values);
    }

    @Override
    public List<Optional<String>> credentials() {
        return HttpSettings.credentials(engine, values);
    }

    @Override
    public OperationKind<BoundRequest> operations() {
        return HttpSettings.isOfCallers(engine) ? HttpOperations.REQUESTS_OF_CALLERS : HttpOperations.REQUESTS;
    }

    @Override
    public String system() {
        return "http";
    }

    @Override
    public Connector<BoundRequest> open(Permits permits) {
        return UnusableConnector.unless(
                adapter.name(), () -> new HttpConnector(adapter, new HttpEndpoint(adapter, engine, values, permits)));
    }
}
