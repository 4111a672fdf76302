package dev.hyperterse.runtime.connector;

import dev.hyperterse.catalog.server.Engine;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.adapter.AdapterSettings;
import dev.hyperterse.runtime.adapter.ConnectionTrust;
import java.util.List;
import java.util.Optional;

/** An adapter of an engine on the network: all of them read trust and credentials from the same settings. */
public interface RemoteAdapter<O> extends AdapterSettings<O> {
    Engine.Remote engine();

    /** Only the values that the adapter uses. */
    ValueSet values();

    default RemoteSettings remote() {
        return new RemoteSettings(engine(), values());
    }

    @Override
    default ConnectionTrust trust() {
        return remote().trust();
    }

    @Override
    default List<Optional<String>> credentials() {
        return remote().credentials();
    }
}
