package dev.hyperterse.runtime.auth;

import static dev.hyperterse.runtime.endpoint.AskedClient.message;
import static dev.hyperterse.runtime.endpoint.ScriptedEndpoint.shown;
import static dev.hyperterse.runtime.endpoint.ScriptedEndpoint.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.runtime.endpoint.ScriptedEndpoint;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.endpoint.Wire;
import dev.hyperterse.runtime.live.Servers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Calls that await their user while the token of their caller expires. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class EndingTokensTest {
    private static final String RUN_COUNT = "const n = (await ctx.session.get('n')) ?? 0;";
    private static final String RUN = RUN_COUNT + " await ctx.session.set('n', n + 1); return n + 1";
    private static final String ASK =
            "await ctx.elicit('sure', { message: 'Sure?', requestedSchema: { type: 'object', properties: {} } });";

    private static final Leaf[] TOOLS = {
        confirmed(tool("confirmed", RUN)),
        tool("asking", ASK + RUN),
        tool("calling", "return ctx.call('confirmed', { id: 5 })"),
        tool("ran", RUN_COUNT + " return n")
    };

    @AutoClose
    private final Issuer issuer = new Issuer();

    @AutoClose
    private final ScriptedEndpoint scripts = new ScriptedEndpoint(TOOLS);

    private final TestEndpoint endpoint = scripts.endpoint();

    EndingTokensTest() throws Exception {}

    @BeforeEach
    void requireTokens() {
        var open = Servers.searching().catalog(2, TOOLS);
        var auth = new AuthSettings(
                AuthSettings.Mode.Required, List.of(issuer.plugin()), Optional.of(Issuer.RESOURCE), Optional.empty());
        endpoint.catalogs()
                .swap(new Catalog(
                        open.revision(), open.server().with(draft -> draft.auth = auth), open.leaves(), open.values()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"confirmed", "asking", "calling"})
    void callThatAwaitsItsUserEndsWithTheToken(String tool) throws Exception {
        var session = session();
        var asked = ended(tool, session);

        assertThat(reply(asked, session)).as("no question is open").isEqualTo(400);
        assertThat(ran(session)).isEqualTo("[{\"value\":0}]");
        endpoint.awaitNothingHeld();
        assertThat(endpoint.clientRequests().waiting()).isZero();

        try (var stream = begin(tool, session, issuer.token())) {
            assertThat(reply(message(stream), session)).as("with a valid token").isEqualTo(202);
            assertThat(shown(message(stream))).contains("[{\"value\":1}]");
        }
    }

    /** The question of a call that ended; the token of a machine too busy to ask it in time is followed by a longer one. */
    private JsonNode ended(String tool, String session) throws Exception {
        for (int seconds = 2; ; seconds *= 2) {
            try (var stream = begin(tool, session, ending(seconds))) {
                var asked = asked(stream);
                if (asked.isPresent()) {
                    assertThat(shown(answer(stream))).contains("took too long");
                    stream.rest();
                    return asked.get();
                }
            }
        }
    }

    private static Optional<JsonNode> asked(Wire stream) throws IOException {
        if (stream.status() != 200) {
            return Optional.empty();
        }
        try {
            return Optional.of(message(stream))
                    .filter(it -> it.path("method").asString("").equals("elicitation/create"));
        } catch (IOException endedBeforeItAsked) {
            // Answered at once, by a body that is no stream.
            return Optional.empty();
        }
    }

    /** After the notification that the question is cancelled, where the answer does not overtake it. */
    private static JsonNode answer(Wire stream) throws IOException {
        var answer = message(stream);
        while (answer.has("method")) {
            answer = message(stream);
        }
        return answer;
    }

    /** One that is good for so long, with the minute that clocks may differ. */
    private String ending(int seconds) throws Exception {
        return Issuer.signed(
                issuer.claims()
                        .expirationTime(Date.from(Instant.now().minusSeconds(60L - seconds)))
                        .build(),
                issuer.key());
    }

    private Wire begin(String tool, String session, String token) throws Exception {
        var body = """
                {"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"execute",\
                "arguments":{"tool":"%s","inputs":{"id":5}}}}""".formatted(tool).getBytes(StandardCharsets.UTF_8);
        return new Wire(endpoint).send("""
                POST /mcp HTTP/1.1
                Host: localhost
                Connection: close
                Accept: application/json, text/event-stream
                Content-Type: application/json
                Content-Length: %d
                Authorization: Bearer %s
                Mcp-Session-Id: %s""".formatted(body.length, token, session), body);
    }

    private int reply(JsonNode asked, String session) throws Exception {
        return endpoint.post(
                        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"action\":\"accept\",\"content\":{}}}"
                                .formatted(asked.get("id")),
                        "Authorization",
                        "Bearer " + issuer.token(),
                        "Mcp-Session-Id",
                        session)
                .statusCode();
    }

    private String ran(String session) throws Exception {
        return shown(endpoint.call(
                "tools/call",
                "{\"name\":\"execute\",\"arguments\":{\"tool\":\"ran\",\"inputs\":{\"id\":1}}}",
                "Authorization",
                "Bearer " + issuer.token(),
                "Mcp-Session-Id",
                session));
    }

    private String session() throws Exception {
        return endpoint.post("""
                        {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",\
                        "capabilities":{"elicitation":{}},"clientInfo":{"name":"test","version":"1"}}}""", "Authorization", "Bearer " + issuer.token())
                .headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow();
    }

    private static ToolLeaf confirmed(ToolLeaf leaf) {
        var hints = new ToolLeaf.Hints(
                Optional.of(false), Optional.of(true), Optional.empty(), Optional.empty(), Optional.of(true));
        return leaf.with(draft -> draft.hints = hints);
    }
}
