package dev.hyperterse.runtime.pipeline;

import dev.hyperterse.catalog.server.Adapter;
import dev.hyperterse.catalog.server.Engine;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * An adapter with the values it uses, so that equal settings can share connections.
 *
 * @param values only what the adapter names; the id of the set it came from would make equal settings differ
 */
record AdapterSettings(Adapter adapter, ValueSet values) {
    static AdapterSettings of(Adapter adapter, ValueSet all) {
        SortedMap<ValueKey, String> used = new TreeMap<>();
        keys(adapter.engine()).forEach(key -> all.find(key).ifPresent(value -> used.put(key, value)));
        return new AdapterSettings(adapter, new ValueSet("", used));
    }

    /** Whether both lead to the same data; only then can the one serve while the other connects. */
    boolean sameAddress(AdapterSettings other) {
        return address().equals(other.address()) && adapter.access() == other.adapter.access();
    }

    private Address address() {
        return switch (adapter.engine()) {
            case Engine.Postgres postgres -> new Address("postgres", values.find(postgres.url()), Optional.empty());
            case Engine.Sqlite sqlite ->
                new Address(
                        "sqlite", values.find(sqlite.url()), sqlite.initSql().flatMap(values::find));
        };
    }

    private static Iterable<ValueKey> keys(Engine engine) {
        return switch (engine) {
            case Engine.Postgres postgres ->
                Stream.of(
                                Optional.of(postgres.url()),
                                postgres.username(),
                                postgres.password(),
                                postgres.tls().ca(),
                                postgres.tls().certificate(),
                                postgres.tls().key())
                        .flatMap(Optional::stream)
                        .toList();
            case Engine.Sqlite sqlite ->
                Stream.of(Optional.of(sqlite.url()), sqlite.initSql())
                        .flatMap(Optional::stream)
                        .toList();
        };
    }

    private record Address(String engine, Optional<String> url, Optional<String> content) {}
}
