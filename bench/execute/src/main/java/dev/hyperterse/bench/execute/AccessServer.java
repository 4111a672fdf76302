package dev.hyperterse.bench.execute;

import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.catalog.server.AuditSettings;
import dev.hyperterse.catalog.server.ExecuteErrors;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.Http;
import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.catalog.server.LogLevel;
import dev.hyperterse.catalog.server.ServerIdentity;
import dev.hyperterse.catalog.server.ServerInfo;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.server.Sessions;
import dev.hyperterse.catalog.server.TraceExport;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.server.search.SearchLanguage;
import dev.hyperterse.catalog.server.search.SearchSettings;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.Observation;
import dev.hyperterse.runtime.PublicPort;
import dev.hyperterse.runtime.Replica;
import dev.hyperterse.runtime.ReplicaSettings;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;

/** A replica whose tool costs next to nothing, open to all or with tokens, a policy, records of calls and traces. */
final class AccessServer {
    static final String RESOURCE = "https://bench.example/mcp";
    private static final Limits LIMITS = new Limits(1 << 20, 4 << 20, 128 << 20, 30_000, 256, 12_000);
    private static final ValueKey URL = ValueKey.adapter("db", "url");

    private AccessServer() {}

    /** Arguments: none of an open server, else the issuer, and the collector where calls are traced. */
    public static void main(String[] arguments) throws IOException {
        var keys = KeyRing.random();
        var replica = new Replica(
                catalog(List.of(arguments)),
                new ReplicaSettings(Path.of("."), Path.of("."), () -> keys, false, Handover.standard()),
                // As standard output of a pod: a system call for each record.
                Observation.begin(new FileOutputStream("/dev/null")));
        var port = PublicPort.open(replica, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        Measured.serve(port.port());
    }

    private static Catalog catalog(List<String> arguments) {
        var issuer = arguments.stream().findFirst();
        var traces = arguments.stream()
                .skip(1)
                .findFirst()
                .map(url -> new TraceExport(url, TraceExport.Protocol.HttpProtobuf, 0.01));
        var policy = issuer.map(_ -> new AccessPolicy(
                Optional.of("sso"), Set.of("orders:read"), Set.of(), Set.of(), Map.of("tenant", "acme")));
        var settings = new ServerSettings(
                        new ServerIdentity("bench", "bench", "uid", 1),
                        new ServerInfo(
                                "bench",
                                Optional.empty(),
                                Optional.empty(),
                                "1.0.0",
                                Optional.empty(),
                                Optional.empty(),
                                List.of()),
                        Exposure.Search,
                        ExecuteErrors.ToolResult,
                        List.of(new Adapter(
                                "db",
                                Adapter.Access.ReadOnly,
                                new Adapter.Pool(8, 8, 5000, 600_000, 1_800_000),
                                10_000,
                                10_000,
                                new Engine.Sqlite(URL, Optional.empty(), Map.of()))),
                        issuer.map(AccessServer::tokens).orElseGet(() -> AuthSettings.of(AuthSettings.Mode.Anonymous)),
                        new SearchSettings(10, true, SearchLanguage.English, List.of(), Optional.empty()),
                        LIMITS,
                        new Sessions(86_400_000, 1_800_000),
                        new Http(List.of("*"), List.of()),
                        LogLevel.Warn,
                        Optional.empty(),
                        traces,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        Optional.empty(),
                        false)
                .with(draft -> draft.audit = issuer.map(_ -> new AuditSettings(false)));
        return new Catalog(
                new Revision("bench", 1, "bench"),
                settings,
                List.of(tool().with(policy)),
                new ValueSet("bench", Map.of(URL, ":memory:")));
    }

    private static AuthSettings tokens(String issuer) {
        return new AuthSettings(
                AuthSettings.Mode.Required,
                List.of(new AuthPlugin.Tokens(
                        "sso",
                        issuer,
                        List.of(RESOURCE),
                        Optional.empty(),
                        "scope",
                        Optional.empty(),
                        Optional.empty())),
                Optional.of(RESOURCE),
                Optional.empty());
    }

    private static ToolLeaf tool() {
        return new ToolLeaf(
                new LeafIdentity(LeafKind.Tool, "bench", "one", "tool", 1),
                "one",
                Optional.empty(),
                Optional.of("One"),
                List.of(),
                ToolLeaf.Hints.NONE,
                new Inputs.Declared(List.of()),
                JsonMapper.shared().readTree("{\"type\":\"object\"}"),
                Optional.empty(),
                new Action.RunSql(
                        "db",
                        new SqlStatement(Dialect.SQLITE, List.of(new Segment.Text("SELECT 1 AS one"))),
                        "SELECT 1 AS one"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }
}
