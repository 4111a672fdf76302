package dev.hyperterse.calls.adapter;

import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.values.ValueSet;

/** The engines of a build; tests provide their own. */
@FunctionalInterface
public interface Engines {
    /**
     * Reads the settings of an adapter, without opening connections.
     *
     * @param maxResultSize of a call; for engines whose driver needs it to connect
     */
    AdapterSettings<?> read(Adapter adapter, ValueSet values, long maxResultSize);
}
