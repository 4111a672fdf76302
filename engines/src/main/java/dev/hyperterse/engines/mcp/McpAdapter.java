package dev.hyperterse.engines.mcp;

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
import dev.hyperterse.engines.http.HttpEndpoint;
import dev.hyperterse.engines.http.HttpSettings;
import java.util.List;
import java.util.Optional;

/** An adapter of another MCP server. */
public record McpAdapter(Adapter adapter, Engine.Mcp engine, ValueSet values) implements RemoteAdapter<UpstreamCall> {
    public static McpAdapter of(Adapter adapter, Engine.Mcp engine, ValueSet all) {
        return new McpAdapter(adapter, engine, HttpSettings.used(engine, all));
    }

    /** Tools are linked with whether their users may be asked, so it is part of the address. */
    @Override
    public AdapterAddress address() {
        var address = HttpSettings.address("mcp", remote(), engine);
        return engine.elicitation() ? address.with("elicitation", "Allowed") : address;
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
    public OperationKind<UpstreamCall> operations() {
        return new McpOperations(HttpSettings.isOfCallers(engine), engine.elicitation());
    }

    @Override
    public String system() {
        return "mcp";
    }

    @Override
    public Connector<UpstreamCall> open(Permits permits) {
        return UnusableConnector.unless(
                adapter.name(),
                () -> new McpConnector(
                        adapter, new HttpEndpoint(adapter, engine, values, permits), engine.elicitation()));
    }
}
