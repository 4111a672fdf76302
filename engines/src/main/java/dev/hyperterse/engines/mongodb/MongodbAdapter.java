package dev.hyperterse.engines.mongodb;

import dev.hyperterse.calls.adapter.AdapterAddress;
import dev.hyperterse.calls.adapter.Connector;
import dev.hyperterse.calls.adapter.OperationKind;
import dev.hyperterse.calls.turn.Permits;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.RemoteAdapter;
import dev.hyperterse.engines.RemoteSettings;
import dev.hyperterse.engines.UnusableConnector;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** An adapter of MongoDB. */
public record MongodbAdapter(Adapter adapter, Engine.Mongodb engine, ValueSet values)
        implements RemoteAdapter<BoundDocument> {
    /** Parameters that decide which member is read from. */
    private static final Set<String> LEADING = Set.of("readPreference", "replicaSet");

    public static MongodbAdapter of(Adapter adapter, Engine.Mongodb engine, ValueSet all) {
        return new MongodbAdapter(adapter, engine, RemoteSettings.used(engine, all));
    }

    @Override
    public AdapterAddress address() {
        Map<String, String> leading = new TreeMap<>(engine.parameters());
        leading.keySet().retainAll(LEADING);
        leading.put("database", engine.database());
        var location = remote().location();
        return new AdapterAddress("mongodb", location, Optional.empty(), leading);
    }

    @Override
    public OperationKind<BoundDocument> operations() {
        return MongodbOperations.DOCUMENTS;
    }

    @Override
    public String system() {
        return "mongodb";
    }

    @Override
    public Connector<BoundDocument> open(Permits permits) {
        return UnusableConnector.unless(
                adapter.name(),
                () -> new MongodbConnector(adapter, MongodbSettings.of(adapter, engine, values), permits));
    }
}
