package dev.hyperterse.bench.execute;

import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Content;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.Template;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.catalog.server.ExecuteErrors;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.Http;
import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.catalog.server.LogLevel;
import dev.hyperterse.catalog.server.ServerIdentity;
import dev.hyperterse.catalog.server.ServerInfo;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.server.Sessions;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.server.search.SearchLanguage;
import dev.hyperterse.catalog.server.search.SearchSettings;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.ParameterType;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.catalog.statement.Value;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.Observation;
import dev.hyperterse.runtime.PublicPort;
import dev.hyperterse.runtime.Replica;
import dev.hyperterse.runtime.ReplicaSettings;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** A replica with one tool, wired by its own code: validation, limits, cancellation, metrics and all. */
final class ProductServer {
    private static final Limits LIMITS = new Limits(1 << 20, 4 << 20, 128 << 20, 30_000, 256, 12_000);

    private ProductServer() {}

    /**
     * Arguments: URL, user name and password of the database, the size of the pool, how many rows the tool returns, the
     * access of the adapter, and {@code cached} if results are to be kept.
     */
    public static void main(String[] arguments) throws IOException {
        var values = new ValueSet(
                "bench",
                Map.of(
                        ValueKey.adapter("db", "url"), arguments[0],
                        ValueKey.adapter("db", "username"), arguments[1],
                        ValueKey.adapter("db", "password"), arguments[2]));
        var keys = KeyRing.random();
        var settings = new ReplicaSettings(Path.of("."), Path.of("."), () -> keys, false, Handover.standard());
        var replica = new Replica(
                catalog(
                        Integer.parseInt(arguments[3]),
                        Orders.of(arguments[4]),
                        Adapter.Access.valueOf(arguments[5]),
                        arguments.length > 6 && arguments[6].equals("cached"),
                        arguments[0].startsWith("mysql:"),
                        values),
                settings,
                Observation.begin());
        var port = PublicPort.open(replica, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        Measured.serve(port.port());
    }

    private static Catalog catalog(
            int poolSize, Orders orders, Adapter.Access access, boolean cached, boolean mysql, ValueSet values) {
        var adapter = new Adapter(
                "db",
                access,
                new Adapter.Pool(poolSize, poolSize, 5000, 600_000, 1_800_000),
                10_000,
                10_000,
                engine(mysql));
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
                List.of(adapter),
                AuthSettings.of(AuthSettings.Mode.Anonymous),
                new SearchSettings(10, true, SearchLanguage.English, List.of(), Optional.empty()),
                LIMITS,
                new Sessions(86_400_000, 1_800_000),
                new Http(List.of("*"), List.of()),
                LogLevel.Warn,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                false);
        return new Catalog(
                new Revision("bench", 1, "bench"), settings, List.of(tool(orders, cached, mysql), constant()), values);
    }

    private static Engine engine(boolean mysql) {
        var url = ValueKey.adapter("db", "url");
        var username = Optional.of(ValueKey.adapter("db", "username"));
        var password = Optional.of(ValueKey.adapter("db", "password"));
        var tls = new Engine.Tls(Engine.TlsMode.Disable, Optional.empty(), Optional.empty(), Optional.empty());
        return mysql
                ? new Engine.Mysql(url, username, password, Optional.empty(), tls, Map.of())
                : new Engine.Postgres(url, username, password, Optional.empty(), tls, Map.of());
    }

    /** As long as a row, and the same each time: what a request costs that neither a statement nor a cache answers. */
    private static PromptLeaf constant() {
        return new PromptLeaf(
                new LeafIdentity(LeafKind.Prompt, "bench", "constant", "prompt", 1),
                "constant",
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(new PromptLeaf.Message(
                        PromptLeaf.Role.user, new Content.Text(Template.literal("x".repeat(100))))),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static ToolLeaf tool(Orders orders, boolean cached, boolean mysql) {
        var id = Input.of("id", InputType.INT, false);
        var parameter = new Segment.Parameter(new Value.Whole(new Reference.Input("id")), ParameterType.INTEGER);
        return new ToolLeaf(
                new LeafIdentity(LeafKind.Tool, "bench", "order-by-id", "tool", 1),
                "order-by-id",
                Optional.empty(),
                Optional.of("One order"),
                List.of(),
                ToolLeaf.Hints.NONE,
                new Inputs.Declared(List.of(id)),
                JsonMapper.shared().readTree("{\"type\":\"object\"}"),
                Optional.empty(),
                new Action.RunSql(
                        "db",
                        new SqlStatement(
                                mysql ? Dialect.MYSQL : Dialect.POSTGRES,
                                List.of(
                                        new Segment.Text(orders.before()),
                                        parameter,
                                        new Segment.Text(orders.after()))),
                        orders.before() + "{{ inputs.id }}" + orders.after()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                cached ? Optional.of(new ToolLeaf.Cache(3_600_000)) : Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }
}
