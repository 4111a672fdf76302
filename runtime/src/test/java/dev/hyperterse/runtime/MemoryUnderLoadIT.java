package dev.hyperterse.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Content;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.Template;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.catalog.server.Http;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.ParameterType;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.catalog.statement.Value;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.source.RenderedCatalog;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.LoopbackAddress;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A replica as a pod of 384 MiB runs it: the flags of the image, the heap that the operator computes. 64 callers
 * at a time ask for as much as they can, of each kind; the process survives and answers small calls.
 */
@ExtendWith(Postgres.class)
class MemoryUnderLoadIT {
    private static final int MEBI = 1 << 20;
    private static final int CALLERS = 64;
    /** What RuntimeHeap of the operator gives a pod of that memory; its test has the same line. */
    private static final String HEAP = "-Xmx153m";

    private static final long CONTAINER = 384L * MEBI;
    private static final Reference Q = new Reference.Input("q");
    private static final String POSTGRES = "pg";
    /** More than such a heap has places for. */
    private static final int CONNECTIONS = 1000;

    @TempDir
    private Path folder;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private Process process;
    private String address;

    @BeforeEach
    void start(PostgresDatabase database) throws Exception {
        new RenderedCatalog(folder.resolve("catalog")).write(catalog(database));
        Files.createDirectories(folder.resolve("data"));
        address = LoopbackAddress.unique();
        var builder = new ProcessBuilder(command())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile());
        builder.environment()
                .putAll(Map.of(
                        "HYPERTERSE_CATALOG", folder.resolve("catalog").toString(),
                        "HYPERTERSE_DATA", folder.resolve("data").toString(),
                        "HYPERTERSE_ADDRESS", address));
        process = builder.start();
        await("it is ready", () -> smallCall().equals("right"));
    }

    @AfterEach
    void stop() throws InterruptedException {
        client.close();
        process.destroyForcibly().waitFor();
    }

    @Test
    void manyLargeCallsNeitherEndAReplicaNorShutOutOtherCallers() throws Exception {
        for (var kind : worstCases().entrySet()) {
            var callers = new ArrayList<Thread>();
            for (var caller = 0; caller < CALLERS; caller++) {
                callers.add(Thread.ofVirtual().start(() -> post(kind.getValue())));
            }
            while (callers.stream().anyMatch(Thread::isAlive)) {
                assertThat(smallCall()).as("beside " + kind.getKey()).isIn("right", "busy");
            }
            await("memory is given back after " + kind.getKey(), () -> metric("hyperterse_buffer_used_bytes") == 0);
            assertThat(smallCall()).as("after " + kind.getKey()).isEqualTo("right");
        }
        holdAnswers();
        holdConnections();
        assertThat(process.isAlive()).isTrue();
        assertThat(Files.readString(folder.resolve("log"))).doesNotContain("OutOfMemoryError");
        assertThat(mostResident()).as("bytes resident at most").isLessThan(CONTAINER);
    }

    /** Clients that ask for much and read nothing of it. */
    private void holdAnswers() throws Exception {
        var clients = new ArrayList<Socket>();
        try {
            for (var caller = 0; caller < CALLERS; caller++) {
                clients.add(connect());
                send(clients.getLast(), execute("blow", "\"3000000\""));
            }
            await("answers are held", () -> metric("hyperterse_buffer_used_bytes") > 16 * MEBI);
            // Its turn comes after the large calls.
            await("the caller is answered beside them", () -> smallCall().equals("right"));
            for (var call = 0; call < 20; call++) {
                assertThat(smallCall()).as("beside clients that do not read").isIn("right", "busy");
            }
        } finally {
            close(clients);
        }
        await("memory is given back", () -> metric("hyperterse_buffer_used_bytes") == 0);
    }

    /** Clients that begin a request and do not end it. */
    private void holdConnections() throws Exception {
        var begun = bytes("POST /mcp HTTP/1.1\r\nX-Filler: " + "x".repeat(20_000));
        var clients = new ArrayList<Socket>();
        try {
            for (var connection = 0; connection < CONNECTIONS; connection++) {
                clients.add(connect());
                write(clients.getLast(), begun);
            }
            assertThat(metric("hyperterse_connections_open"))
                    .isLessThanOrEqualTo(metric("hyperterse_connections_limit"));
            await("the caller is answered beside them", () -> smallCall().equals("right"));
        } finally {
            close(clients);
        }
    }

    private static Map<String, byte[]> worstCases() {
        var text = "x".repeat(MEBI - 300);
        var escaped = "%".repeat(MEBI - 300);
        var tree = "[" + "{},".repeat((MEBI - 300) / 3) + "0]";
        var names = "{" + nameList() + "\"z\":0}";
        var cases = new LinkedHashMap<String, byte[]>();
        cases.put("patterns", execute("patterns", "\"" + escaped + "\""));
        cases.put("a text that is answered", execute("echo", "\"" + text + "\""));
        cases.put("a padded list", execute("list", "[" + "\"x\",".repeat(512) + "\"" + "x".repeat(MEBI / 2) + "\"]"));
        cases.put("many names", execute("json", names));
        cases.put("a tree for a schema", execute("schema", tree));
        cases.put("a large result", execute("blow", "\"3000000\""));
        cases.put("a large result of Postgres", execute("pg_blow", "\"3000000\""));
        cases.put("many rows of Postgres", execute("pg_rows", "\"\""));
        cases.put("a large value for Postgres", execute("pg_echo", "\"" + text + "\""));
        var large = new String(execute("blow", "\"2400000\""), StandardCharsets.UTF_8);
        cases.put("a batch", bytes("[" + String.join(",", Collections.nCopies(3, large)) + "]"));
        cases.put("a prompt", call("prompts/get", "{\"name\":\"repeat\",\"arguments\":{\"q\":\"" + text + "\"}}"));
        cases.put("an unknown tool", call("tools/call", "{\"name\":\"" + text + "\"}"));
        cases.put("an unknown method", call(text, "{}"));
        cases.put("a search", call("tools/call", "{\"name\":\"search\",\"arguments\":{\"query\":\"" + text + "\"}}"));
        cases.put("a uri", call("resources/read", "{\"uri\":\"" + text + "\"}"));
        for (var method : List.of("initialize", "completion/complete", "tools/list", "resources/read")) {
            cases.put("a tree for " + method, call(method, "{\"x\":" + tree + "}"));
        }
        cases.put(
                "a tree for a cancellation",
                bytes("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"x\":" + tree + "}}"));
        return cases;
    }

    private static String nameList() {
        var names = new StringBuilder();
        for (var number = 0; names.length() < MEBI - 1000; number++) {
            names.append('"').append(Integer.toString(number, 36)).append("\":0,");
        }
        return names.toString();
    }

    private static Catalog catalog(PostgresDatabase database) {
        var usual = Servers.searching()
                .with(new Http(List.of("*"), List.of("*")))
                .catalog(
                        1,
                        List.<Leaf>of(
                                tool("small", InputType.STRING, List.of(new Segment.Text("SELECT 7 AS v"))),
                                tool("patterns", InputType.STRING, patterns()),
                                tool("echo", InputType.STRING, select("", whole(ParameterType.TEXT), " AS v")),
                                tool(
                                        "list",
                                        InputType.ARRAY,
                                        select(
                                                "count(*) AS v WHERE 'x' IN ",
                                                new Segment.ItemList(Q, ParameterType.TEXT),
                                                "")),
                                tool("json", InputType.OBJECT, select("length(", whole(ParameterType.JSON), ") AS v")),
                                schema(),
                                tool(
                                        "blow",
                                        InputType.STRING,
                                        select("hex(zeroblob(", whole(ParameterType.TEXT), "/2)) AS v")),
                                postgresTool(
                                        "pg_blow", "repeat('x', cast(", whole(ParameterType.TEXT), " AS int)) AS v"),
                                postgresTool("pg_echo", "", whole(ParameterType.TEXT), " AS v"),
                                postgresTool(
                                        "pg_rows",
                                        "repeat('x', 3000) AS v, length(",
                                        whole(ParameterType.TEXT),
                                        ") AS l FROM generate_series(1, 1000)"),
                                Leaves.prompt(
                                        "repeat",
                                        List.of(Leaves.argument("q", true)),
                                        Collections.nCopies(
                                                        10,
                                                        new Content.Text(
                                                                new Template(List.of(new Template.Argument("q")))))
                                                .toArray(Content[]::new))));
        var server = usual.server();
        var settings = server.with(draft -> draft.adapters = List.of(TestAdapters.sqlite(Access.ReadOnly), postgres()));
        var values = new ValueSet(
                "set",
                Map.of(
                        TestAdapters.URL,
                        ":memory:",
                        TestAdapters.INIT_SQL,
                        "SELECT 1",
                        ValueKey.adapter(POSTGRES, "url"),
                        database.url(),
                        ValueKey.adapter(POSTGRES, "username"),
                        database.username(),
                        ValueKey.adapter(POSTGRES, "password"),
                        database.password()));
        return new Catalog(usual.revision(), settings, usual.leaves(), values);
    }

    private static Adapter postgres() {
        var usual = TestAdapters.postgres(Access.ReadOnly);
        var tls = new Engine.Tls(Engine.TlsMode.Disable, Optional.empty(), Optional.empty(), Optional.empty());
        return new Adapter(
                POSTGRES,
                usual.access(),
                usual.pool(),
                usual.statementTimeoutMillis(),
                usual.maxRows(),
                new Engine.Postgres(
                        ValueKey.adapter(POSTGRES, "url"),
                        Optional.of(ValueKey.adapter(POSTGRES, "username")),
                        Optional.of(ValueKey.adapter(POSTGRES, "password")),
                        Optional.empty(),
                        tls,
                        Map.of()));
    }

    private static ToolLeaf postgresTool(String name, String before, Segment segment, String after) {
        var statement = new SqlStatement(Dialect.POSTGRES, select(before, segment, after));
        var inputs = new Inputs.Declared(List.of(TestCalls.input("q", InputType.STRING, true)));
        return tool(name, inputs, new Action.RunSql(POSTGRES, statement, "SELECT"));
    }

    private static List<Segment> patterns() {
        var segments = new ArrayList<Segment>();
        segments.add(new Segment.Text("SELECT 0"));
        var contains = new Value.Concatenation(
                List.of(new Value.Literal("%"), new Value.Inserted(Q, true), new Value.Literal("%")));
        for (var pattern = 0; pattern < 10; pattern++) {
            segments.add(new Segment.Text(" + length("));
            segments.add(new Segment.Parameter(contains, ParameterType.TEXT));
            segments.add(new Segment.Text(")"));
        }
        segments.add(new Segment.Text(" AS v"));
        return segments;
    }

    private static List<Segment> select(String before, Segment segment, String after) {
        return List.of(new Segment.Text("SELECT " + before), segment, new Segment.Text(after));
    }

    private static Segment whole(ParameterType type) {
        return new Segment.Parameter(new Value.Whole(Q), type);
    }

    private static ToolLeaf schema() {
        var inputs = new Inputs.BySchema(
                Leaves.json("{\"type\":\"object\",\"properties\":{\"q\":{\"type\":\"array\"}}}"),
                List.of(TestCalls.input("q", InputType.ARRAY, true)));
        return tool("schema", inputs, select("length(", whole(ParameterType.JSON), ") AS v"));
    }

    private static ToolLeaf tool(String name, InputType type, List<Segment> segments) {
        Input input =
                type == InputType.ARRAY ? TestCalls.list("q", InputType.STRING) : TestCalls.input("q", type, true);
        return tool(name, new Inputs.Declared(List.of(input)), segments);
    }

    private static ToolLeaf tool(String name, Inputs inputs, List<Segment> segments) {
        var statement = new SqlStatement(Dialect.SQLITE, segments);
        return tool(name, inputs, new Action.RunSql(TestCalls.ADAPTER, statement, "SELECT"));
    }

    private static ToolLeaf tool(String name, Inputs inputs, Action action) {
        var usual = Leaves.tool(name, "a tool");
        return usual.with(draft -> {
            draft.name = name;
            draft.inputs = inputs;
            draft.action = action;
        });
    }

    /** The flags that the image is built with, as the build says them. */
    private static List<String> command() throws IOException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        var flags = Pattern.compile("<jvmFlag>(.*)</jvmFlag>").matcher(Files.readString(Path.of("..", "pom.xml")));
        while (flags.find()) {
            command.add(flags.group(1));
        }
        command.addAll(List.of(HEAP, "-cp", System.getProperty("java.class.path"), ReplicaProcess.class.getName()));
        return command;
    }

    private static byte[] execute(String tool, String input) {
        return call(
                "tools/call",
                "{\"name\":\"execute\",\"arguments\":{\"tool\":\"" + tool + "\",\"inputs\":{\"q\":" + input + "}}}");
    }

    private static byte[] call(String method, String params) {
        return bytes("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + params + "}");
    }

    private static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }

    /** The answer to a small call: {@code right}, {@code busy}, or another text. */
    private String smallCall() {
        var answer = post(execute("small", "\"x\"")).orElse("no answer");
        if (answer.contains("{\\\"v\\\":7}")) {
            return "right";
        }
        return answer.contains("busy") ? "busy" : answer;
    }

    private Optional<String> post(byte[] body) {
        var request = HttpRequest.newBuilder(URI.create("http://" + address + ":8080/mcp"))
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(body))
                .build();
        return send(request);
    }

    private Optional<String> send(HttpRequest request) {
        try {
            return Optional.of(client.send(request, BodyHandlers.ofString()).body());
        } catch (IOException refused) {
            return Optional.empty();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    /** A client that takes little at a time. */
    private Socket connect() throws IOException {
        var socket = new Socket();
        socket.setReceiveBufferSize(4096);
        socket.connect(new InetSocketAddress(address, 8080));
        return socket;
    }

    private static void send(Socket socket, byte[] body) {
        write(
                socket,
                bytes("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + "Content-Length: "
                        + body.length + "\r\n\r\n" + new String(body, StandardCharsets.UTF_8)));
    }

    private static void write(Socket socket, byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
        } catch (IOException closed) {
            // The replica closed it to admit another connection.
        }
    }

    private static void close(List<Socket> sockets) throws IOException {
        for (var socket : sockets) {
            socket.close();
        }
    }

    private double metric(String name) {
        var metrics = send(HttpRequest.newBuilder(URI.create("http://" + address + ":9090/metrics"))
                        .build())
                .orElse("");
        return metrics.lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElse(Double.NaN);
    }

    private long mostResident() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(process.pid()), "status"))) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> 1024L * Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private void await(String what, BooleanSupplier condition) throws Exception {
        long until = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(process.isAlive())
                    .as("alive; the log: " + Files.readString(folder.resolve("log")))
                    .isTrue();
            assertThat(System.nanoTime() - until)
                    .as("waited in vain until " + what)
                    .isNegative();
            Thread.sleep(20);
        }
    }
}
