package dev.hyperterse.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.endpoint.ScriptedEndpoint;
import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import dev.hyperterse.runtime.sharedstate.ScriptedRedis;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** A whole replica: refuses catalogs for parts that are not in the live one, and ends. */
class ReplicaTest {
    private static final ValueKey CODE = ValueKey.auth("custom", "code");
    private static final ValueKey DATABASE = ValueKey.adapter(ServerSettings.SHARED_STATE, "url");
    private static final String EVENT = "data: ";

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
        var plugin = new AuthPlugin.Script("custom", List.of(), CODE, new TreeMap<>(), List.of(), List.of());
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

    /** The Redis refuses everything until the replica goes. */
    @Test
    @Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
    void endOfATaskThatWasNotShownIsShownByAReplicaThatGoes() throws Exception {
        try (var redis = new ScriptedRedis("-ERR busy\r\n");
                var client = HttpClient.newHttpClient()) {
            var quick = ScriptedEndpoint.tool("quick", "return 1")
                    .with(draft -> draft.task = Optional.of(new ToolLeaf.Task(false, 0, Optional.empty(), 60_000)));
            replica.swap(sharing(redis.url(), quick));
            try (var port = PublicPort.open(replica, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
                var created = post(
                        client,
                        port,
                        "tools/call",
                        "\"name\":\"execute\",\"arguments\":{\"tool\":\"quick\",\"inputs\":{\"id\":1}}",
                        "execute");
                var id = JsonMapper.shared()
                        .readTree(created)
                        .at("/result/taskId")
                        .asString();
                while (!post(client, port, "tasks/get", "\"taskId\":\"" + id + "\"", id)
                        .contains("completed")) {
                    LockSupport.parkNanos(10_000_000);
                }
            }
            var shown = "$0\r\n\r\n";
            redis.answerWith(shown);
            replica.close();
            assertThat(redis.answered())
                    .anyMatch(it -> it.get(0).equals(shown)
                            && it.get(2).equals("show")
                            && !it.get(3).isEmpty());
        }
    }

    private static Catalog sharing(String url, ToolLeaf tool) {
        var state = new Adapter(
                ServerSettings.SHARED_STATE,
                Adapter.Access.ReadOnly,
                new Adapter.Pool(8, 1, 1_000, 600_000, 1_800_000),
                10_000,
                1,
                new Engine.Redis(
                        DATABASE,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        new Engine.Tls(Engine.TlsMode.Disable, Optional.empty(), Optional.empty(), Optional.empty())));
        var plain = Servers.searching().catalog(2, tool);
        return new Catalog(
                plain.revision(),
                plain.server().with(draft -> draft.sharedState = Optional.of(state)),
                plain.leaves(),
                new ValueSet("v", Map.of(DATABASE, url)));
    }

    private static String post(HttpClient client, PublicPort port, String method, String params, String name)
            throws Exception {
        var meta = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}}";
        var body =
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":{%s,%s}}".formatted(method, params, meta);
        var request = HttpRequest.newBuilder(URI.create("http://localhost:" + port.port() + "/mcp"))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Mcp-Method", method)
                .header("Mcp-Name", name)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        var response =
                client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        // The answer to a call that is slow comes in a stream, after a comment.
        return response.lines()
                .filter(line -> line.startsWith(EVENT))
                .map(line -> line.substring(EVENT.length()))
                .reduce((_, last) -> last)
                .orElse(response);
    }

    private static Catalog catalog(UnaryOperator<ServerSettings> edit, Map<ValueKey, String> values) {
        var plain = Servers.searching().catalog(2);
        return new Catalog(plain.revision(), edit.apply(plain.server()), List.of(), new ValueSet("v", values));
    }
}
