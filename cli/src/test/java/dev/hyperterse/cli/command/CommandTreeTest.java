package dev.hyperterse.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.hyperterse.cli.command.option.Specs;
import dev.hyperterse.cli.command.option.Subcommand;
import dev.hyperterse.cli.dev.Quickstart;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.json.JsonMapper;

class CommandTreeTest {
    private static final Path EXAMPLES = Path.of("..", "examples");
    private static final String QUICKSTART = EXAMPLES.resolve("quickstart").toString();

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private String in = "";
    private boolean interactive;

    static Stream<Path> examples() throws IOException {
        try (var directories = Files.list(EXAMPLES)) {
            return directories.filter(Files::isDirectory).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void everyExampleIsValidAndCompiles(Path example) {
        assertThat(run("validate", example.toString())).as(text()).isZero();
        assertThat(run("render", example.toString())).as(text()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "init",
                "dev",
                "validate",
                "diff",
                "render",
                "call",
                "search",
                "list",
                "describe",
                "status",
                "console",
                "connect",
                "import",
                "read",
                "prompt",
                "watch",
                "playground",
                "explain",
                "completion",
                "version"
            })
    void everyCommandExplainsItselfWithAnExample(String command) {
        assertThat(run(command, "--help")).isZero();
        assertThat(text()).contains("Examples:", "hyperterse");
        // One that is broken into two lines cannot be copied.
        assertThat(text().substring(text().indexOf("Examples:")).lines().skip(1))
                .allMatch(line -> line.startsWith("  "));
    }

    @ParameterizedTest
    @CsvSource({
        "versoin,                        2, Did you mean",
        "dev --prot 1,                   2, Unknown option",
        "dev . --port zero,              2, 'a port is a number'",
        "call,                           2, 'Missing required parameter'",
        "console shop,                   2, 'is written server/NAME'",
        "watch ../examples/quickstart,   2, 'give the URL that ''hyperterse dev'' prints'",
        "watch localhost:1/mcp,          3, 'no MCP server answers at http://localhost:1/mcp: no server listens there'",
        "validate . --output xml,        2, --output",
        "validate no-such-directory,     1, 'directory not found'",
        "validate pom.xml,               1, 'not a manifest'",
        "validate --strict -f pom.xml,   1, 'not a manifest'",
        "call low-stok --filename ../examples/quickstart, 1, 'did you mean ''low-stock''?'",
        "call ../examples/quickstart low-stock -f,        2, '-f'",
        "validate src/test/java,         0, 'nothing of Hyperterse found here'",
        "dev ../examples/quickstart/server.yaml, 2, 'give its directory'",
        "call http://localhost:1/mcp x,  3, 'no MCP server answers'",
        "call localhost:1/mcp x,         3, 'no MCP server answers at http://localhost:1/mcp: no server listens there'",
        "call localhost:1 x,             3, 'no MCP server answers at http://localhost:1: no server listens there'",
        "call ../examples/quickstart,    2, 'which tool? it has find-customer, find-products'",
        "call ../examples/quickstart find_customer x=1, 1, 'no tool ''find_customer''; did you mean ''find-customer''?'",
        "call ../examples/quickstart findcustomer,      1, 'did you mean ''find-customer''?'",
        "call ../examples/quickstart find-customer --query ada, 2, 'Arguments of the tool are KEY=VALUE: query=VALUE'",
        "call ../examples/quickstart find-customer Query=ada,   2, 'did you mean ''query''?'",
        "describe ../examples/quickstart low-stok, 1, 'did you mean ''low-stock''?'",
        "describe ../examples/quickstart, 2, 'which tool?'",
        "call ../examples/quickstart low-stock -o xml,  2, '--output is text, table, json, yaml, csv'",
        "import http://localhost:1/mcp,  3, 'the definitions of http://localhost:1/mcp cannot be listed: nothing answers at the address of the API'",
        "import nothing,                 2, 'is not the URL of a server'",
        "import http://localhost:1 -o a --check b, 2, 'use one of them'",
        "import http://localhost:1 --check pom.xml, 2, 'it has no JSON with a list of tools'",
        "import http://localhost:1/api --openapi, 3, 'the document at http://localhost:1/api cannot be used: nothing answers at the address of the API'",
        "import http://localhost:1 --openapi --check pom.xml, 2, 'pom.xml: it cannot be read: it is not YAML'",
        "import http://localhost:1 --path /a, 2, '--path is of an OpenAPI document: add --openapi'",
        "import pom.xml --openapi,       2, '--openapi is of a URL alone'",
        "start shop,                     2, 'hyperterse dev DIR'",
        "schema Tol,                     2, '''Tol'' is no kind of Hyperterse'",
        "explain tool.spec.statment,     2, 'did you mean ''tool.spec.statement''?'",
        "serve --listen x,               2, '--listen is a port or an address with a port'",
        "apply,                          2, 'kubectl apply'",
        "plan,                           2, 'hyperterse diff'",
        "lint,                           2, 'hyperterse validate'",
        "doctor,                         2, 'hyperterse status'",
        "status list-orders,             2, 'an object is KIND/NAME'",
        "status tool/a --all-namespaces, 2, '--all-namespaces is given alone'",
        "status -o csv,                  2, '--output is text, json, yaml'",
    })
    void mistakeIsReportedInOneLineAndByTheExitCode(String commandLine, int exit, String message) {
        assertThat(run(commandLine.split(" "))).as(text()).isEqualTo(exit);
        assertThat(text()).contains(message).doesNotContain("\tat ");
    }

    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:1,    nothing listens at its address",
        "http://nohost.invalid, its host name has no address",
    })
    void aClusterThatDoesNotAnswerIsReportedWithTheReason(String server, String reason) throws IOException {
        var kubeconfig = folder.resolve("kubeconfig");
        Files.writeString(kubeconfig, """
                apiVersion: v1
                kind: Config
                clusters: [{name: c, cluster: {server: "%s"}}]
                contexts: [{name: c, context: {cluster: c, user: u}}]
                current-context: c
                users: [{name: u, user: {}}]
                """.formatted(server));
        assertThat(run("validate", QUICKSTART, "--against-cluster", "--kubeconfig", kubeconfig.toString()))
                .isEqualTo(3);
        assertThat(text()).contains("the cluster does not answer", reason).doesNotContain("Exception");
    }

    @Test
    void validateSaysWhatToolsCost() {
        assertThat(run("validate", QUICKSTART, "--tokens")).as(text()).isZero();
        assertThat(out()).contains("shop: tokens, a quarter of the bytes", "all tools in a list", "  list-orders\n");
    }

    @Test
    void aCallTakesTypesFromTheTool() {
        assertThat(run("call", QUICKSTART, "find-customer", "query=ada@example.com"))
                .as(text())
                .isZero();
        assertThat(out()).contains("Ada Okafor").doesNotContain("Bruno");
        assertThat(run("call", QUICKSTART, "list-orders", "customer_id=1", "limit=1"))
                .isZero();
        assertThat(out()).contains("1008");
    }

    @Test
    void aCallTakesJsonFromStandardInput() {
        in = "{\"order_id\": 1002}";
        assertThat(run("call", QUICKSTART, "order-details", "--json", "-"))
                .as(text())
                .isZero();
        assertThat(out()).contains("Hand grinder");
    }

    @Test
    void aFailedCallPrintsTheReasonAndExitsWithOne() {
        assertThat(run("call", QUICKSTART, "order-details", "order_id=many")).isEqualTo(1);
        assertThat(text()).contains("order_id");
        assertThat(run("call", QUICKSTART, "no-such-tool")).isEqualTo(1);
        assertThat(text()).contains("no-such-tool");
    }

    @ParameterizedTest
    @CsvSource({
        "help,                             Commands:",
        "help dev,                         'Usage: hyperterse dev'",
        "list ../examples/quickstart,      'list-orders     customer_id [status] [limit]'",
        "get ../examples/quickstart,       'NAME            INPUTS'",
        "tools ../examples/quickstart,     'NAME            INPUTS'",
        "list ../examples/quickstart -o yaml, '- name: find-customer'",
        "describe ../examples/quickstart list-orders, 'call ../examples/quickstart list-orders customer_id='",
        "call ../examples/quickstart order-details order_id=1001 -o csv, 'product,quantity,price,amount'",
        "call ../examples/quickstart order-details order_id=1001 -o csv, '\"Espresso cup, white\",2,9.5,19.0'",
        "call ../examples/quickstart order-details order_id=1001 -o table, 'Espresso cup, white         2    9.5    19.0'",
        "call ../examples/quickstart order-details order_id=1001 -o yaml, '- product: Espresso cup, white'",
    })
    void wordsOfOtherCommandLinesAreUnderstood(String commandLine, String printed) {
        assertThat(run(commandLine.split(" "))).as(text()).isZero();
        assertThat(out()).contains(printed);
    }

    @Test
    void personSeesRowsAsATable() {
        interactive = true;
        assertThat(run("call", QUICKSTART, "order-details", "order_id=1001"))
                .as(text())
                .isZero();
        assertThat(out().lines().findFirst().orElseThrow()).isEqualTo("product              quantity  price  amount");
    }

    @Test
    void runningServerIsListedDescribedAndCalledByAShortAddress() throws IOException {
        try (var served = Quickstart.serve(Quickstart.copyTo(folder), folder.resolve("cache"))) {
            var address = "localhost:" + served.url().getPort();
            assertThat(run("list", address)).as(text()).isZero();
            assertThat(text()).contains("execute", "finds its other tools by 'hyperterse search URL QUERY'");
            assertThat(run("describe", address, "list-orders")).as(text()).isZero();
            assertThat(out()).contains("customer_id  integer  yes");
            assertThat(run("call", "http://" + address + "/", "low-stock"))
                    .as(text())
                    .isZero();
            assertThat(run("call", address, "list_orders", "customer_id=1")).isEqualTo(1);
            assertThat(text()).contains("no tool 'list_orders'; did you mean 'list-orders'?");
            assertThat(run("call", address + "/sse", "low-stock")).isEqualTo(3);
            assertThat(text()).contains("the path of Hyperterse is /mcp: http://" + address + "/mcp");
            assertThat(run("call", "https://" + address + "/mcp", "low-stock")).isEqualTo(3);
            assertThat(text()).contains("it speaks HTTP without TLS; write http://" + address + "/mcp");
        }
    }

    @Test
    void directServerIsNeverSearchedByASuggestion() throws IOException {
        var directory = Quickstart.copyTo(folder);
        var server = directory.resolve("server.yaml");
        Files.writeString(server, Files.readString(server).replace("\nspec:\n", "\nspec:\n  exposure: Direct\n"));
        assertThat(run("search", directory.toString(), "orders")).isEqualTo(1);
        assertThat(text())
                .contains("this server lists its tools and has no search")
                .doesNotContain("Unknown tool");
        assertThat(run("call", directory.toString(), "findcustomer", "query=ada"))
                .isEqualTo(1);
        assertThat(text()).contains("did you mean 'find-customer'?").doesNotContain("execute");
    }

    @Test
    void aSearchExplainsItselfFieldByField() {
        assertThat(run("search", QUICKSTART, "order details", "--explain"))
                .as(text())
                .isZero();
        assertThat(out().lines().findFirst().orElseThrow())
                .contains("order-details")
                .contains("points");
        assertThat(out()).contains("\"details\" (same: ", "in name ");
    }

    @Test
    void anExplanationAddsUpToTheScore() {
        assertThat(run("search", QUICKSTART, "order details", "--explain", "-o", "json"))
                .isZero();
        var tool = JsonMapper.shared().readTree(out()).get(1);
        var sum = tool.path("name_coverage").asDouble()
                + tool.path("description_coverage").asDouble()
                + tool.path("pairs").asDouble();
        for (var word : tool.path("words")) {
            sum += word.path("points").asDouble();
        }
        assertThat(sum).isCloseTo(tool.path("points").asDouble(), within(0.05));
    }

    @Test
    void aServedDirectoryExplainsWhatTheDirectoryDoes() throws IOException {
        assertThat(run("search", QUICKSTART, "orders & sales", "--explain")).isZero();
        var ofTheDirectory = out();
        try (var served = Quickstart.serve(Quickstart.copyTo(folder), folder.resolve("cache"))) {
            assertThat(run("search", served.url().toString(), "orders & sales", "--explain"))
                    .as(text())
                    .isZero();
            assertThat(out()).isEqualTo(ofTheDirectory).contains("list-orders");
        }
    }

    /** Every tool there mentions orders, if only in its statement. */
    @Test
    void aWordThatEveryToolOfASmallCatalogHasStillCounts() {
        assertThat(run("search", QUICKSTART, "orders of a customer")).isZero();
        assertThat(out().lines().findFirst().orElseThrow()).contains("list-orders");
    }

    @Test
    void aSearchRanks() {
        assertThat(run("search", QUICKSTART, "list orders")).as(text()).isZero();
        assertThat(out().lines().findFirst().orElseThrow()).contains("list-orders customer_id=<int>");
    }

    @Test
    void resultsCanBeJson() {
        assertThat(run("search", QUICKSTART, "stock", "-o", "json")).isZero();
        assertThat(JsonMapper.shared().readTree(out()).path("content").isArray())
                .isTrue();
    }

    @Test
    void secretsAreNeverRendered() throws IOException {
        Files.writeString(folder.resolve("server.yaml"), """
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {name: shop}
                spec:
                  auth: {mode: Anonymous}
                  adapters:
                    - name: db
                      engine: Postgres
                      url: postgresql://localhost:5432/shop
                      username: {value: app}
                      password: {valueFrom: {secretKeyRef: {name: db, key: DB_PASSWORD}}}
                """);
        Files.writeString(folder.resolve(".env"), "DB_PASSWORD=hunter2-of-the-shop\n");
        assertThat(run("render", folder.toString())).as(text()).isZero();
        assertThat(out()).contains("adapters/db/password").doesNotContain("hunter2");
    }

    /** What is malformed is quoted, and what is printed in CI is read by many. */
    @Test
    void passwordsOfMalformedAddressesAreNotPrinted() throws IOException {
        Files.writeString(folder.resolve("server.yaml"), """
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {name: shop}
                spec:
                  auth: {mode: Anonymous}
                  telemetry: {otlp: {endpoint: "otel//app:hunter2@collector:4318"}}
                  adapters:
                    - {name: a, engine: Postgres, url: "postgres//app:hunter2@db/shop"}
                    - {name: b, engine: Postgres, url: "jdbc:postgresql://db/shop?user=app&password=hunter2"}
                    - {name: c, engine: Postgres, url: "psql://app:hun\\"ter2@hunter2@db/shop"}
                    - {name: d, engine: Sqlite, url: "/data/shop?key=hunter2"}
                ---
                apiVersion: v1
                kind: Secret
                metadata: {name: db}
                stringData: {password: 72020202}
                ---
                apiVersion: v1
                kind: Secret
                metadata: {name: dc}
                stringData: hunter2
                """);
        for (var format : new String[] {"text", "json", "github", "gitlab"}) {
            assertThat(run("validate", folder.toString(), "-o", format)).isEqualTo(1);
            assertThat(text())
                    .contains("otel//app:***@collector:4318", "url of engine Postgres")
                    .doesNotContain("hun", "72020202");
        }
    }

    @Test
    void namesOfFilesCannotSteerTheTerminal() throws IOException {
        Files.writeString(folder.resolve("a\u001b]0;owned\u0007\u009b2J.yaml"), "{kind: Tool\n");
        for (var format : new String[] {"text", "json", "github", "gitlab"}) {
            assertThat(run("validate", folder.toString(), "-o", format)).isEqualTo(1);
            assertThat(text()).contains("owned").doesNotContain("\u001b", "\u0007", "\u009b");
        }
        assertThat(run("validate", folder.resolve("none\u001b[2J").toString())).isEqualTo(1);
        assertThat(text()).contains("none").doesNotContain("\u001b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bad Name: x", "Host: x", "X-Team: a\u0007"})
    void aHeaderThatCannotBeSentIsAMisuse(String header) {
        assertThat(run("search", "http://localhost:1/mcp", "orders", "-H", header))
                .isEqualTo(2);
        assertThat(text()).contains("cannot be sent").doesNotContain("internal error", "\tat ");
    }

    @Test
    void aFolderThatCannotBeWrittenIsNoDefect() throws IOException {
        var file = Files.writeString(folder.resolve("file"), "");
        assertThat(run("render", QUICKSTART, "--to", file.resolve("catalog").toString()))
                .isEqualTo(3);
        assertThat(text()).contains(file.toString()).doesNotContain("internal error", "\tat ");
    }

    @Test
    void malformedJsonIsExplainedInAFewWords() {
        assertThat(run("call", QUICKSTART, "low-stock", "--json", "[1")).isEqualTo(2);
        assertThat(text()).contains("--json is not JSON").doesNotContain("REDACTED");
    }

    /** An example of a server helps who has none, not who made a mistake in one. */
    @ParameterizedTest
    @CsvSource({"'{kind: Tool', true", "'', false"})
    void anExampleOfAServerIsForDirectoriesWithoutMistakes(String manifest, boolean faulty) throws IOException {
        Files.writeString(folder.resolve("server.yaml"), manifest);
        assertThat(run("dev", folder.toString(), "--port", "0")).isEqualTo(1);
        assertThat(text().contains("the smallest one is")).isEqualTo(!faulty);
        assertThat(text().contains("fix the errors first")).isEqualTo(faulty);
    }

    @Test
    void aSearchShowsWhatAnAgentSees() {
        assertThat(run("search", QUICKSTART, "low stock")).as(text()).isZero();
        assertThat(out())
                .contains(
                        "products whose stock is low or gone",
                        "below: ",
                        "minimum 1",
                        "default 10",
                        "SELECT id, name, stock");
    }

    @Test
    void aTakenPortIsNamedWithTheOptionThatChoosesIt() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var port = Integer.toString(taken.getLocalPort());
            assertThat(run("dev", QUICKSTART, "--port", port)).isEqualTo(3);
            assertThat(text()).contains("port " + port + " is in use; choose another with --port");
            assertThat(run("dev", QUICKSTART, "--port", "0", "--admin-port", port))
                    .isEqualTo(3);
            assertThat(text())
                    .contains("port " + port + " is in use; choose another with --admin-port")
                    .doesNotContain("internal error");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--port", "--port 0 --admin-port"})
    void takenPortIsReportedBeforeAnythingIsCompiled(String options) throws IOException {
        Files.writeString(folder.resolve("server.yaml"), "kind: [unclosed");
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var port = Integer.toString(taken.getLocalPort());
            assertThat(run(("dev " + folder + " " + options + " " + port).split(" ")))
                    .isEqualTo(3);
            assertThat(text()).contains("port " + port + " is in use").doesNotContain("server.yaml");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void completionListsTheCommands(String shell) {
        assertThat(run("completion", shell)).isZero();
        assertThat(out()).contains("validate", "stdio");
    }

    /** The exit code of a process that the JVM ends by itself is that of manifests with problems. */
    @Test
    void errorOfACommandIsAnInternalOne() {
        var deep = new Subcommand() {
            @Override
            public CommandSpec spec() {
                return Specs.command(this, "deep", "Goes too deep.", "hyperterse deep");
            }

            @Override
            public ExitCode run(ParseResult arguments) {
                throw new StackOverflowError();
            }
        };
        assertThat(new CommandTree(terminal(), List.of(deep)).execute("deep")).isEqualTo(3);
        assertThat(text()).contains("internal error, please report it", "StackOverflowError");
    }

    private int run(String... commandLine) {
        return CommandTree.of(terminal()).execute(commandLine);
    }

    private Terminal terminal() {
        out.reset();
        err.reset();
        return new Terminal(
                new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                interactive,
                Map.of("XDG_CACHE_HOME", folder.resolve("cache").toString()));
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String text() {
        return out() + err.toString(StandardCharsets.UTF_8);
    }
}
