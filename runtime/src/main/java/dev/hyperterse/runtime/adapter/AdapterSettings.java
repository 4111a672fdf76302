package dev.hyperterse.runtime.adapter;

import dev.hyperterse.catalog.server.Adapter;
import dev.hyperterse.catalog.server.Engine;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * All that connections of an adapter are opened with, so that equal settings can share them.
 *
 * @param values only what the adapter names; the id of the set it came from would make equal settings differ
 * @param maxResultSize what the driver is told not to read beyond; 0 where no driver is told, for then nothing has to
 *     connect anew when it changes
 */
public record AdapterSettings(Adapter adapter, ValueSet values, long maxResultSize) {
    static AdapterSettings of(Adapter adapter, ValueSet all, long maxResultSize) {
        SortedMap<ValueKey, String> used = new TreeMap<>();
        keys(adapter.engine()).forEach(key -> all.find(key).ifPresent(value -> used.put(key, value)));
        var told =
                switch (adapter.engine()) {
                    case Engine.Postgres _ -> maxResultSize;
                    case Engine.Sqlite _ -> 0;
                };
        return new AdapterSettings(adapter, new ValueSet("", used), told);
    }

    AdapterAddress address() {
        return AdapterAddress.of(adapter, values);
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
}
