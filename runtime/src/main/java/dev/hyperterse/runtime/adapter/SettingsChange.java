package dev.hyperterse.runtime.adapter;

import dev.hyperterse.catalog.server.Engine;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import java.util.List;
import java.util.Optional;

/** What a change of an adapter's settings means for its calls; of several the first one listed counts. */
enum SettingsChange {
    /** Other data: calls of the old catalog end on the old connections, those of the new one use new ones only. */
    ADDRESS,
    /**
     * Another role, other rights, a stricter or another trust: nothing begins on the old connections any more, also when
     * the new ones do not work.
     */
    SECURITY,
    /** Another password or client certificate: the old connections serve until the new ones work. */
    CREDENTIALS,
    /** Bounds and times, or a laxer encryption: as for credentials. */
    TUNING,
    NONE;

    static SettingsChange between(AdapterSettings before, AdapterSettings after) {
        if (before.equals(after)) {
            return NONE;
        }
        if (!before.address().equals(after.address())) {
            return ADDRESS;
        }
        if (before.adapter().access() != after.adapter().access()
                || !trustOf(before).admits(trustOf(after))) {
            return SECURITY;
        }
        return credentials(before).equals(credentials(after)) ? TUNING : CREDENTIALS;
    }

    /** As whom and over what a connection is made. */
    private record Trust(Optional<String> role, Engine.TlsMode mode, Optional<String> authority) {
        /** Whether a connection made with this may serve where the other is required. */
        boolean admits(Trust wanted) {
            return role.equals(wanted.role) && authority.equals(wanted.authority) && mode.compareTo(wanted.mode) >= 0;
        }
    }

    private static Trust trustOf(AdapterSettings settings) {
        var values = settings.values();
        return switch (settings.adapter().engine()) {
            case Engine.Postgres postgres ->
                new Trust(
                        find(values, postgres.username())
                                .or(() -> inUrl(postgres, values).user()),
                        postgres.tls().mode(),
                        find(values, postgres.tls().ca()));
            case Engine.Sqlite _ -> new Trust(Optional.empty(), Engine.TlsMode.Disable, Optional.empty());
        };
    }

    private static List<Optional<String>> credentials(AdapterSettings settings) {
        var values = settings.values();
        return switch (settings.adapter().engine()) {
            case Engine.Postgres postgres ->
                List.of(
                        find(values, postgres.password())
                                .or(() -> inUrl(postgres, values).password()),
                        find(values, postgres.tls().certificate()),
                        find(values, postgres.tls().key()));
            case Engine.Sqlite _ -> List.of();
        };
    }

    private static AdapterAddress.UserInfo inUrl(Engine.Postgres postgres, ValueSet values) {
        return AdapterAddress.UserInfo.of(values.find(postgres.url()).orElse(""));
    }

    private static Optional<String> find(ValueSet values, Optional<ValueKey> key) {
        return key.flatMap(values::find);
    }
}
