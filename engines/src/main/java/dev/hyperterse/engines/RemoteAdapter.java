package dev.hyperterse.engines;

import dev.hyperterse.calls.adapter.AdapterSettings;
import dev.hyperterse.calls.adapter.ConnectionTrust;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.values.ValueSet;
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
