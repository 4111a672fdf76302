package dev.hyperterse.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Slips of the first hours, as newcomers made them: each is answered with its place, its cause and its cure. None shows a
 * regular expression, nor the words of the API server about types.
 */
class SlipsTest {
    private static final String SERVER = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: acme}
            spec:
              auth: {mode: Anonymous}
              adapters:
                - {name: db, engine: Sqlite, url: ":memory:"}
            """;

    private static final String STATEMENT = """
              statement: {adapter: db, text: {inline: "SELECT {{ inputs.q }}"}}
            """;

    private static final String TOOL = """
              serverRefs: [{name: acme}]
              description: finds
            """;

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    /**
     * @param place line and column in {@code a.yaml}, or the path of the field where others precede it
     * @param cause a part of the message
     * @param cure a part of the remedy
     */
    private record Slip(String manifest, String place, String cause, String cure) {
        @Override
        public String toString() {
            return place + " " + cause;
        }
    }

    static Stream<Slip> inTools() {
        return Stream.of(
                tool(
                        "  statement: {adapter: db, text: SELECT 1}",
                        "spec.statement.text",
                        "must be an object, not a text",
                        "write text: {inline: ...}"),
                tool(
                        "  statement: SELECT 1",
                        "spec.statement",
                        "must be an object, not a text",
                        "write statement: {adapter: ..., text: {inline: ...}}"),
                tool(
                        "  script: |\n    return 1",
                        "spec.script",
                        "must be an object, not a text",
                        "write script: {source: {inline: ...}}"),
                tool(
                        "  builtin: ListTables",
                        "spec.builtin",
                        "must be an object, not a text",
                        "write builtin: {adapter: ..., tool: ListTables}"),
                tool(
                        STATEMENT + "  cache: true",
                        "spec.cache",
                        "must be an object, not true or false",
                        "write cache: {mode: Enabled}"),
                tool(
                        STATEMENT + "  timeout: 5",
                        "spec.timeout",
                        "must be a text, not a whole number",
                        "write the unit: 5s"),
                tool(
                        STATEMENT + "  timeout: 5 seconds",
                        "spec.timeout",
                        "'5 seconds' is not a duration",
                        "write a number and a unit: 500ms, 5s"),
                tool(
                        STATEMENT + "  inputs: [{name: q, type: integer}]",
                        "spec.inputs[0].type",
                        "\"integer\"",
                        "write int"),
                tool(
                        STATEMENT + "  inputs: [{name: q, type: text}]",
                        "spec.inputs[0].type",
                        "\"text\"",
                        "write string"),
                tool(
                        STATEMENT + "  inputs: [{name: q, type: date}]",
                        "spec.inputs[0].type",
                        "\"date\"",
                        "format: date"),
                tool(
                        STATEMENT + "  inputs: [{name: q, type: uuid}]",
                        "spec.inputs[0].type",
                        "\"uuid\"",
                        "format: uuid"),
                tool(
                        STATEMENT + "  inputs: [{name: q, type: strin}]",
                        "spec.inputs[0].type",
                        "\"strin\"",
                        "did you mean string?"),
                tool(
                        STATEMENT + "  parameters: [{name: q, type: string}]",
                        "spec.parameters",
                        "unknown field",
                        "inputs of a tool are 'inputs'"),
                tool(
                        "  sql: SELECT 1",
                        "spec.sql",
                        "unknown field",
                        "a statement is 'statement': {adapter: ..., text: {inline: SELECT ...}}"),
                tool(
                        "  statement: {adapter: db, sql: SELECT 1}",
                        "spec.statement.sql",
                        "unknown field",
                        "the text is 'text': {inline: SELECT ...}"),
                tool(
                        STATEMENT + "  toolset: acme",
                        "spec.toolset",
                        "unknown field",
                        "names its servers in 'serverRefs'"),
                tool(
                        STATEMENT + "  inputs: [{name: q, type: string, required: false}]",
                        "spec.inputs[0].required",
                        "unknown field",
                        "write optional: true"),
                tool(
                        STATEMENT + "  inputs: [{name: q, type: string, values: [a]}]",
                        "spec.inputs[0].values",
                        "unknown field",
                        "write enum: [a, b]"),
                tool(
                        STATEMENT + "  inputs: [{name: q, type: array, items: {type: string, values: [a]}}]",
                        "spec.inputs[0].items.values",
                        "unknown field",
                        "write enum: [a, b]"),
                tool(
                        STATEMENT + "  inputs: [{name: q, type: string, enum: [a, b], default: c}]",
                        "spec.inputs[0]",
                        "default must be one of enum",
                        "the default is c, and enum has [a, b]"),
                tool(
                        STATEMENT + "  script: {source: {inline: return 1}}",
                        "spec",
                        "exactly one of statement, script, builtin, http, openapi and mcp",
                        "keep one of statement and script"),
                tool(
                        "  title: nothing",
                        "spec",
                        "exactly one of statement, script, builtin, http, openapi and mcp",
                        "none of them is set"),
                new Slip(
                        document("Tool", "x", "  serverRefs: [acme]\n" + STATEMENT),
                        "spec.serverRefs[0]",
                        "must be an object, not a text",
                        "write serverRefs: {name: acme}"),
                new Slip(
                        document("Tool", "x", "  serverRefs: {name: acme}\n" + STATEMENT),
                        "spec.serverRefs",
                        "must be a list, not an object",
                        "write serverRefs: [{name: "),
                new Slip(
                        document("Tool", "x", STATEMENT),
                        "spec.serverRefs",
                        "Required value",
                        "write serverRefs: [{name: ...}]"),
                new Slip(
                        document("Tool", "Find_Customer", TOOL + STATEMENT),
                        "metadata.name",
                        "'Find_Customer' is not a name in Kubernetes",
                        "write find-customer; what clients see may be spec.name: Find_Customer"));
    }

    static Stream<Slip> elsewhere() {
        return Stream.of(
                adapter(
                        "engine: Postgres, url: \"postgresql://h/d\", password: reader",
                        "spec.adapters[0].password",
                        "must be an object, not a text",
                        "secretKeyRef: {name: SECRET, key: KEY}"),
                adapter(
                        "engine: Postgres, host: h",
                        "spec.adapters[0].host",
                        "unknown field",
                        "the address is 'url': postgresql://HOST:5432/DATABASE"),
                adapter(
                        "engine: Postgres, url: \"postgresql://h/d\", tls: {mode: require}",
                        "spec.adapters[0].tls.mode",
                        "\"require\"",
                        "did you mean Require?"),
                adapter(
                        "engine: mariadb, url: \"mysql://h/d\"",
                        "spec.adapters[0].engine",
                        "\"mariadb\"",
                        "write Mysql, which is MariaDB too"),
                adapter(
                        "engine: Postgres, url: \"jdbc:postgresql://h/d\"",
                        "spec.adapters[0]",
                        "postgresql://host:5432/database",
                        ""),
                adapter(
                        "engine: Postgres, url: \"${DATABASE_URL}\"",
                        "spec.adapters[0]",
                        "postgresql://host:5432/database",
                        ""),
                server(
                        "adapters: {name: db, engine: Sqlite, url: \":memory:\"}",
                        "spec.adapters",
                        "must be a list, not an object",
                        "write adapters: [{"),
                server("port: 9000", "spec.port", "unknown field", "--port of dev, and workload.service.port"),
                server(
                        "limits: {rate: {perTool: 60/min}}",
                        "spec.limits.rate.perTool",
                        "must be a whole number, not a text",
                        "rates are calls in a minute: 60"),
                new Slip(
                        document(
                                "Prompt",
                                "p",
                                "  serverRefs: [{name: acme}]\n  messages: [{role: user, content: hello}]"),
                        "spec.messages[0].content",
                        "must be an object, not a text",
                        "write content: {text: {inline: ...}}"),
                new Slip(
                        document(
                                "Prompt",
                                "p",
                                "  serverRefs: [{name: acme}]\n  messages: [{role: system, content: {text: hello}}]"),
                        "spec.messages[0].role",
                        "\"system\"",
                        "messages of user and assistant only"),
                new Slip(
                        document("Resource", "r", "  serverRefs: [{name: acme}]\n  uri: products/{id}\n  text: x"),
                        "spec.uri",
                        "'products/{id}' is not a URI",
                        "a URI with {variables} is a uriTemplate"));
    }

    static Stream<Slip> silent() {
        return Stream.of(
                new Slip(
                        document(
                                "Tool",
                                "x",
                                "  serverRefs: [{name: acme}]\n" + STATEMENT + "  inputs: [{name: q, type: string}]"),
                        "spec",
                        "has no description, by which models choose tools",
                        "write description"),
                tool(
                        STATEMENT + "  inputs: [{name: q, type: string}, {name: limit, type: int}]",
                        "spec.inputs[1]",
                        "no statement uses the input 'limit'",
                        "write {{ inputs.limit }}"),
                tool(
                        "  statement: {adapter: db, text: {inline: \"SELECT '%${inputs.q}%'\"}}\n  inputs: [{name: q, type: string}]",
                        "spec.statement.text.inline",
                        "'${inputs.q}' is a text of the statement",
                        "write {{ inputs.q }}, without quotes"),
                tool(
                        STATEMENT + "  inputs: [{name: q, type: string, source: {claim: sub}}]",
                        "spec.inputs[0].source",
                        "callers of HyperterseServer default/acme have no claims",
                        "give the server a plugin"),
                tool(
                        STATEMENT + "  inputs: [{name: q, type: string, default: null}]",
                        "spec.inputs[0].default",
                        "null is no default",
                        "write optional: true"));
    }

    @ParameterizedTest
    @MethodSource({"inTools", "elsewhere"})
    void slipIsAnErrorWithPlaceCauseAndCure(Slip slip) throws IOException {
        assertThat(validate(slip)).as(text()).isEqualTo(1);
        said(slip, "error");
        assertThat(text()).doesNotContain("in body must be of type", "should match '^", "internal error");
    }

    @ParameterizedTest
    @MethodSource("silent")
    void silentMistakeIsAWarningAndStrictFails(Slip slip) throws IOException {
        assertThat(validate(slip)).as(text()).isZero();
        said(slip, "warning");
        assertThat(run("validate", folder.toString(), "--strict")).isEqualTo(1);
    }

    @Test
    void directoryWithoutMistakesIsStrictlyValid() throws IOException {
        var sound = tool(STATEMENT + "  inputs: [{name: q, type: string, description: Part of x}]", "", "", "");
        validate(new Slip(
                sound.manifest()
                        .replace("description: finds", "title: Find x\n  description: Finds x by a part of its name."),
                "",
                "",
                ""));
        assertThat(run("validate", folder.toString(), "--strict")).as(text()).isZero();
    }

    /** Ten tools of one file, validated without their server, are one warning. */
    @Test
    void oneMissingServerIsOneWarning() throws IOException {
        var tools = new StringBuilder();
        for (var number = 0; number < 10; number++) {
            tools.append(document("Tool", "t" + number, TOOL + STATEMENT + "  inputs: [{name: q, type: string}]"))
                    .append("\n---\n");
        }
        Files.writeString(folder.resolve("a.yaml"), tools);
        assertThat(run("validate", folder.toString())).isZero();
        assertThat(text().lines().filter(line -> line.contains("is not in this directory")))
                .singleElement()
                .asString()
                .endsWith("; 9 more name it");
    }

    private static Slip tool(String spec, String place, String cause, String cure) {
        return new Slip(document("Tool", "x", TOOL + spec), place, cause, cure);
    }

    private static Slip adapter(String adapter, String place, String cause, String cure) {
        return server("adapters: [{name: db, " + adapter + "}]", place, cause, cure);
    }

    private static Slip server(String spec, String place, String cause, String cure) {
        return new Slip(
                document("HyperterseServer", "other", "  auth: {mode: Anonymous}\n  " + spec), place, cause, cure);
    }

    private static String document(String kind, String name, String spec) {
        return "apiVersion: hyperterse.dev/v1alpha1\nkind: %s\nmetadata: {name: %s}\nspec:\n%s\n"
                .formatted(kind, name, spec);
    }

    private int validate(Slip slip) throws IOException {
        Files.writeString(folder.resolve("server.yaml"), SERVER);
        Files.writeString(folder.resolve("a.yaml"), slip.manifest());
        return run("validate", folder.toString());
    }

    /** The finding is of that field, at a line of the file, and its cure follows. */
    private void said(Slip slip, String severity) {
        assertThat(text().replace("\n  fix: ", " fix: ").lines()).as(text()).anySatisfy(line -> assertThat(line)
                .containsPattern("a\\.yaml:\\d+:\\d+: " + severity + ": ")
                .contains(" " + slip.place() + ": ", slip.cause(), slip.cure()));
    }

    private int run(String... commandLine) {
        printed.reset();
        var out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        var terminal = new Terminal(
                new ByteArrayInputStream(new byte[0]), out, out, false, Map.of("XDG_CACHE_HOME", folder.toString()));
        return CommandTree.of(terminal).execute(commandLine);
    }

    private String text() {
        return printed.toString(StandardCharsets.UTF_8);
    }
}
