package dev.hyperterse.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.dev.Quickstart;
import dev.hyperterse.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Tools that ask, called by {@code call}: of the directory itself, and over HTTP. */
@Timeout(180)
class CallAnswersIT {
    private static final String MANIFESTS = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: shop}
            spec:
              auth: {mode: Anonymous}
              adapters:
                - {name: db, access: ReadWrite, engine: Sqlite, url: ":memory:", sqlite: {initSql: {inline: "CREATE TABLE orders (id INTEGER)"}}}
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: ship}
            spec:
              serverRefs: [{name: shop}]
              description: Asks for all that a client can be asked for
              script:
                source:
                  inline: |
                    export default async (_, ctx) => {
                      const address = await ctx.elicit('address', {
                        message: 'Where to?',
                        requestedSchema: {
                          type: 'object',
                          properties: { city: { type: 'string' }, pieces: { type: 'integer', minimum: 1 } },
                          required: ['city', 'pieces'],
                        },
                      });
                      if (address.action !== 'accept') return address;
                      const card = await ctx.sample('card', {
                        messages: [{ role: 'user', content: 'Greet ' + address.content.city }],
                        maxTokens: 20,
                      });
                      const roots = await ctx.roots('roots').catch(() => []);
                      return { ...address.content, card: card.content.text, roots: roots.map(({ uri }) => uri) };
                    };
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: forget}
            spec:
              serverRefs: [{name: shop}]
              description: Deletes all orders
              confirm: true
              hints: {destructive: true}
              statement: {adapter: db, text: {inline: "DELETE FROM orders"}}
            """;

    @TempDir
    private Path folder;

    @AutoClose
    private Quickstart shop;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeEach
    void serve() throws IOException {
        var directory = Files.createDirectories(folder.resolve("shop"));
        Files.writeString(directory.resolve("shop.yaml"), MANIFESTS);
        shop = Quickstart.serve(directory, folder.resolve("cache"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aPersonAtTheTerminalAnswers(boolean remote) {
        assertThat(call("Bern\n0\n4\nyes\nGreetings!\n", remote, "ship", "-o", "json"))
                .as(err())
                .isZero();
        var result = JsonMapper.shared().readTree(out.toByteArray());
        assertThat(result.at("/content/0/text").stringValue())
                .isEqualTo("[{\"city\":\"Bern\",\"pieces\":4,\"card\":\"Greetings!\",\"roots\":[]}]");
        assertThat(err()).contains("'pieces' must be at least 1", "user: Greet Bern");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theCommandLineAnswers(boolean remote) {
        assertThat(call(
                        "",
                        remote,
                        "ship",
                        "--answer",
                        "{\"city\": \"Bern\", \"pieces\": 4}",
                        "--answer",
                        "Greetings!",
                        "--root",
                        "file:///work"))
                .as(err())
                .isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("Bern", "Greetings!", "file:///work");
        assertThat(err()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void withoutATerminalTheQuestionIsDeclined(boolean remote) {
        assertThat(call("", remote, "ship")).isZero();
        assertThat(JsonMapper.shared().readTree(out.toByteArray())).hasToString("[{\"action\":\"decline\"}]");
        assertThat(err()).contains("the tool asks: Where to?", "answer with --answer '{\"city\": ...}'");
    }

    @Test
    void anAnswerThatDoesNotFitIsRefusedByTheServer() {
        assertThat(call("", false, "ship", "--answer", "{\"city\": \"Bern\"}")).isEqualTo(1);
        assertThat(err()).contains("the answer of the client lacks 'pieces'");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aToolThatIsConfirmedRunsWhenItIs(boolean remote) {
        assertThat(call("no\n", remote, "forget")).isEqualTo(1);
        assertThat(call("yes\n", remote, "forget")).as(err()).isZero();
        assertThat(call("", remote, "forget", "--answer", "accept")).as(err()).isZero();
    }

    /** @param in typed at a terminal; none where it is empty */
    private int call(String in, boolean remote, String... words) {
        out.reset();
        err.reset();
        var line = new ArrayList<>(List.of(
                "call", remote ? shop.url().toString() : folder.resolve("shop").toString()));
        line.addAll(List.of(words));
        var terminal = new Terminal(
                new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                !in.isEmpty(),
                Map.of("XDG_CACHE_HOME", folder.resolve("cache").toString(), "NO_COLOR", "1"));
        return CommandTree.of(terminal).execute(line.toArray(String[]::new));
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
