package dev.hyperterse.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A catalog that cannot be served, because a part of its server that is not in the live catalog is unusable. */
class ReplicaTest {
    private static final ValueKey CODE = ValueKey.auth("custom", "code");
    private static final ValueKey DATABASE = ValueKey.adapter(ServerSettings.SHARED_STATE, "url");

    private final Observation observation = Observation.begin();
    private Replica replica;

    @BeforeEach
    void open(@TempDir Path data) {
        var keys = KeyRing.random();
        replica = new Replica(
                Servers.searching().catalog(1),
                new ReplicaSettings(data, data, () -> keys, false, Handover.standard()),
                observation);
    }

    @AfterEach
    void close() {
        replica.close();
    }

    @Test
    void catalogWhosePluginCannotBeLinkedLeavesTheFormerOneLive() {
        var plugin = new AuthPlugin.Script("custom", List.of(), CODE, new TreeMap<>(), List.of());
        var settings =
                new AuthSettings(AuthSettings.Mode.Required, List.of(plugin), Optional.empty(), Optional.empty());
        var next = catalog(server -> server.with(draft -> draft.auth = settings), Map.of(CODE, "of another version"));

        assertThatThrownBy(() -> replica.swap(next)).isInstanceOf(RuntimeException.class);

        assertThat(replica.catalogs().current().map(LiveCatalog::revision).map(Revision::sequence))
                .contains(1L);
    }

    @Test
    void catalogWithUnusableSharedStateLeavesTheFormerOneLive() {
        var state = new Adapter(
                ServerSettings.SHARED_STATE,
                Adapter.Access.ReadOnly,
                new Adapter.Pool(1, 1, 1_000, 600_000, 1_800_000),
                1_000,
                1,
                new Engine.Sqlite(DATABASE, Optional.empty(), Map.of()));
        var next = catalog(
                server -> server.with(draft -> draft.sharedState = Optional.of(state)), Map.of(DATABASE, "state.db"));

        assertThatThrownBy(() -> replica.swap(next)).hasMessage("shared state is kept in Redis");

        assertThat(replica.catalogs().current().map(LiveCatalog::revision).map(Revision::sequence))
                .contains(1L);
    }

    private static Catalog catalog(UnaryOperator<ServerSettings> edit, Map<ValueKey, String> values) {
        var plain = Servers.searching().catalog(2);
        return new Catalog(plain.revision(), edit.apply(plain.server()), List.of(), new ValueSet("v", values));
    }
}
