package dev.hyperterse.catalog;

import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.input.Argument;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.catalog.result.Keyset;
import dev.hyperterse.catalog.result.ResultRules;
import dev.hyperterse.catalog.result.RowFormat;
import dev.hyperterse.catalog.result.RowShape;
import dev.hyperterse.catalog.server.CacheSettings;
import dev.hyperterse.catalog.server.CodeSettings;
import dev.hyperterse.catalog.server.ExecuteErrors;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.Http;
import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.catalog.server.LogLevel;
import dev.hyperterse.catalog.server.Rates;
import dev.hyperterse.catalog.server.ServerIdentity;
import dev.hyperterse.catalog.server.ServerInfo;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.server.Sessions;
import dev.hyperterse.catalog.server.TraceExport;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.server.search.EntryToolNames;
import dev.hyperterse.catalog.server.search.HitMember;
import dev.hyperterse.catalog.server.search.SearchLanguage;
import dev.hyperterse.catalog.server.search.SearchSettings;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.ParameterType;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.catalog.statement.Value;
import dev.hyperterse.catalog.values.ValueKey;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.DecimalNode;
import tools.jackson.databind.node.StringNode;

/** One of everything, so that a round trip meets every record and every member of every union. */
public final class Samples {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private Samples() {}

    public static ServerSettings server() {
        return new ServerSettings(
                        new ServerIdentity("gateways", "shop", "uid-1", 3),
                        new ServerInfo(
                                "shop",
                                Optional.of("Shop"),
                                Optional.of("Orders and customers of the shop"),
                                "1.0.0",
                                Optional.empty(),
                                Optional.of("https://shop.example"),
                                List.of()),
                        Exposure.SearchAndDirect,
                        ExecuteErrors.ToolResult,
                        List.of(postgres(), sqlite()),
                        AuthSettings.of(AuthSettings.Mode.Anonymous),
                        new SearchSettings(
                                10,
                                true,
                                SearchLanguage.English,
                                List.of(HitMember.Inputs),
                                Optional.of(
                                        new EntryToolNames("find", "read", Optional.of("write"), Optional.of("run")))),
                        new Limits(1 << 20, 4 << 20, 128 << 20, 30_000, 256, 12_000),
                        new Sessions(86_400_000, 1_800_000),
                        new Http(List.of("*"), List.of()),
                        LogLevel.Info,
                        Optional.of(CacheSettings.DEFAULT),
                        Optional.of(new TraceExport("http://collector:4317", TraceExport.Protocol.Grpc, 0.01)),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        Optional.empty(),
                        false)
                .with(draft -> draft.code =
                        Optional.of(new CodeSettings(CodeSettings.Effects.All, Optional.of(2_000L), 16 << 20, 20)));
    }

    private static Adapter postgres() {
        var tls = new Engine.Tls(
                Engine.TlsMode.VerifyFull,
                Optional.of(ValueKey.adapter("warehouse", "tls.ca")),
                Optional.empty(),
                Optional.empty());
        var engine = new Engine.Postgres(
                ValueKey.adapter("warehouse", "url"),
                Optional.of(ValueKey.adapter("warehouse", "username")),
                Optional.empty(),
                Optional.empty(),
                tls,
                Map.of("applicationName", "shop"));
        return new Adapter(
                "warehouse",
                Adapter.Access.ReadOnly,
                new Adapter.Pool(8, 1, 5_000, 600_000, 1_800_000),
                10_000,
                10_000,
                engine);
    }

    private static Adapter sqlite() {
        var engine = new Engine.Sqlite(
                ValueKey.adapter("demo", "url"), Optional.of(ValueKey.adapter("demo", "initSql")), Map.of());
        return new Adapter("demo", Adapter.Access.ReadWrite, new Adapter.Pool(1, 0, 1, 1, 1), 10_000, 10_000, engine);
    }

    public static ToolLeaf tool(String name) {
        return tool(name, "Orders of one customer, newest first");
    }

    public static ToolLeaf tool(String name, String description) {
        return new ToolLeaf(
                        identity(LeafKind.Tool, name),
                        name,
                        Optional.of("List orders"),
                        Optional.of(description),
                        List.of(new Icon(
                                "https://shop.example/i.png",
                                Optional.of("image/png"),
                                List.of("48x48"),
                                Optional.empty())),
                        new ToolLeaf.Hints(Optional.of(true), Optional.of(false), Optional.empty(), Optional.empty()),
                        new Inputs.Declared(List.of(customer(), status())),
                        JSON.readTree("{\"type\":\"object\",\"properties\":{\"b\":{},\"a\":{\"default\":1.50}}}"),
                        Optional.of(JSON.readTree("{\"type\":\"array\"}")),
                        new Action.RunSql("warehouse", statement(), "SELECT ..."),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(new AccessPolicy(
                                Optional.of("partners"),
                                Set.of("orders:read"),
                                Set.of(),
                                Set.of(),
                                Map.of("tenant", "acme"))),
                        Optional.of(5_000L),
                        Optional.of(new ResultRules(
                                Optional.of(50),
                                ResultRules.Overflow.Truncate,
                                RowFormat.Csv,
                                RowShape.Rows,
                                Optional.of(new Keyset("after", List.of(new Keyset.Key("id", InputType.INT)))))),
                        Optional.of(new ToolLeaf.Cache(30_000)),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty())
                .with(draft -> draft.rates = Optional.of(
                        new ToolRates(Optional.of(new Rates.Rate(60, 5)), Optional.of(new Rates.Rate(600, 600)))));
    }

    private static Input customer() {
        return new Input(
                "customer_id",
                InputType.INT,
                Optional.empty(),
                Optional.of("Customer"),
                false,
                Optional.empty(),
                List.of(),
                Optional.of(BigDecimal.ONE),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static Input status() {
        return new Input(
                "status",
                InputType.STRING,
                Optional.empty(),
                Optional.empty(),
                true,
                Optional.of(StringNode.valueOf("")),
                List.of(
                        StringNode.valueOf(""),
                        StringNode.valueOf("open"),
                        DecimalNode.valueOf(new BigDecimal("1.50"))),
                Optional.empty(),
                Optional.empty(),
                Optional.of(0),
                Optional.of(10),
                Optional.of("^[a-z]*$"),
                Optional.of("email"));
    }

    public static SqlStatement statement() {
        var customer = new Reference.Input("customer_id");
        return new SqlStatement(
                Dialect.POSTGRES,
                List.of(
                        new Segment.Text("SELECT * FROM "),
                        new Segment.EnvironmentIdentifier("SCHEMA", "\""),
                        new Segment.Name(List.of(new Reference.Input("query")), "\""),
                        new Segment.Text(".orders WHERE customer_id = "),
                        new Segment.Parameter(new Value.Whole(customer), ParameterType.INTEGER),
                        new Segment.Text(" AND note LIKE "),
                        new Segment.Parameter(
                                new Value.Concatenation(List.of(
                                        new Value.Literal("%"),
                                        new Value.Inserted(new Reference.Environment("REGION"), true),
                                        new Value.Literal(""),
                                        new Value.Inserted(new Reference.PrincipalSubject(), false))),
                                ParameterType.TEXT),
                        new Segment.ArrayParameter(new Reference.PrincipalClaim("groups"), ParameterType.TEXT),
                        new Segment.ItemList(customer, ParameterType.DECIMAL),
                        new Segment.Choice(customer, Map.of("b", "\"b\"", "a", "\"a\"")),
                        new Segment.ChoiceList(customer, Map.of("b", "\"b\"", "a", "\"a\""))));
    }

    public static PromptLeaf prompt() {
        var text = new Template(List.of(new Template.Literal("Hello "), new Template.Argument("name")));
        return new PromptLeaf(
                identity(LeafKind.Prompt, "greet"),
                "greet",
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(new Argument("name", Optional.empty(), Optional.of("Who"), true, List.of("Ann", "Bob"))),
                List.of(
                        new PromptLeaf.Message(PromptLeaf.Role.user, new Content.Text(text)),
                        new PromptLeaf.Message(PromptLeaf.Role.assistant, new Content.Image("aGk=", "image/png")),
                        new PromptLeaf.Message(PromptLeaf.Role.user, new Content.Audio("aGk=", "audio/wav")),
                        new PromptLeaf.Message(
                                PromptLeaf.Role.user, new Content.EmbeddedText(text, Optional.of("text/plain"), text)),
                        new PromptLeaf.Message(
                                PromptLeaf.Role.user, new Content.EmbeddedBlob(text, Optional.empty(), "aGk=")),
                        new PromptLeaf.Message(
                                PromptLeaf.Role.user,
                                new Content.ResourceLink(
                                        text, "doc", Optional.empty(), Optional.empty(), Optional.empty()))),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    public static ResourceLeaf resource() {
        return resource("readme", new ResourceLeaf.Address.Fixed("file:///readme"), new ResourceLeaf.Body.Blob("aGk="));
    }

    public static List<Leaf> oneOfEverything() {
        var template = new UriTemplate(
                "orders://{id}/{+path}",
                List.of(
                        new UriTemplate.Literal("orders://"),
                        new UriTemplate.Variable("id", UriTemplate.Expansion.SIMPLE),
                        new UriTemplate.Variable("path", UriTemplate.Expansion.RESERVED)));
        var computed = new ResourceLeaf.Body.Computed(
                List.of(customer()), new Action.RunSql("warehouse", statement(), "SELECT 1"), Optional.empty());
        return List.of(
                tool("list-orders"),
                prompt(),
                resource(),
                resource("orders", new ResourceLeaf.Address.Templated(template), computed),
                resource(
                        "text",
                        new ResourceLeaf.Address.Fixed("text://a"),
                        new ResourceLeaf.Body.Text(Template.literal("a"))),
                resource("skill", new ResourceLeaf.Address.Fixed("skill://a/SKILL.md"), skill()),
                promptOfServer(),
                resourceOfServer("theirs", new ResourceLeaf.Address.Fixed("docs://a")),
                resourceOfServer("all-of-theirs", new ResourceLeaf.Address.Templated(template)));
    }

    /** A prompt of another MCP server. */
    public static PromptLeaf promptOfServer() {
        var action = new Action.GetPrompt("tickets", "summary", Optional.of("d1"));
        return new PromptLeaf(
                identity(LeafKind.Prompt, "summary"),
                "summary",
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(new Argument("id", Optional.empty(), Optional.empty(), true, List.of())),
                List.of(),
                Optional.of(new PromptLeaf.Computed(List.of(Input.of("id", InputType.STRING, false)), action)),
                Optional.empty(),
                Optional.empty());
    }

    private static ResourceLeaf resourceOfServer(String name, ResourceLeaf.Address address) {
        var action = new Action.ReadResource("tickets", address, Optional.empty());
        return new ResourceLeaf(
                identity(LeafKind.Resource, name),
                address,
                name,
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                ResourceLeaf.Audience.ANYONE,
                List.of(),
                new ResourceLeaf.Body.Computed(List.of(), action, Optional.of(3_000L)),
                Optional.empty(),
                Optional.empty());
    }

    private static ResourceLeaf.Body skill() {
        var frontmatter =
                JsonMapper.shared().createObjectNode().put("name", "a").put("description", "Does it");
        return new ResourceLeaf.Body.Skill(
                frontmatter,
                List.of(
                        new ResourceLeaf.SkillFile(
                                "SKILL.md",
                                "text/markdown",
                                1,
                                "d1",
                                new ResourceLeaf.Body.Text(Template.literal("a"))),
                        new ResourceLeaf.SkillFile(
                                "b/c.png", "image/png", 2, "d2", new ResourceLeaf.Body.Blob("aGk="))));
    }

    private static ResourceLeaf resource(String name, ResourceLeaf.Address address, ResourceLeaf.Body body) {
        return new ResourceLeaf(
                identity(LeafKind.Resource, name),
                address,
                name,
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.of("text/plain"),
                Optional.of(2L),
                new ResourceLeaf.Audience(List.of(PromptLeaf.Role.user), Optional.of(0.5)),
                List.of(),
                body,
                Optional.empty(),
                Optional.empty());
    }

    public static LeafIdentity identity(LeafKind kind, String name) {
        return new LeafIdentity(kind, "shop", name, "uid-" + name, 7);
    }
}
