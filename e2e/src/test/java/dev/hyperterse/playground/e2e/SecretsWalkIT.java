package dev.hyperterse.playground.e2e;

import static dev.hyperterse.playground.e2e.ObservedPlace.ANSWERS;
import static dev.hyperterse.playground.e2e.ObservedPlace.AUDIT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.playground.Until;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** No secret of a server, and none that a caller brings, is where people, collectors or other callers read. */
@OnPlayground
@ExtendWith(Postgres.class)
class SecretsWalkIT {
    /** What connects with one of the secrets, and cannot. */
    private static final List<String> FAILING =
            List.of("[refused]", "[keyed]", "[faulty]", "[redis]", "[mongodb]", "[mysql]", "[sharedState]");

    /** The tool that is called once, after everything else. */
    private static final String LAST_CALL = "last-call";

    private static final List<String> SPANS = List.of(
            "tools/call quotes-granted",
            "error.type",
            "prompts/get quotes-prompt",
            "tools/call search",
            "tools/call " + LAST_CALL);

    private static final String CLAIM = SecretShop.planted();
    private static final String ARGUMENT = SecretShop.planted();
    private static final String PASSWORD_ARGUMENT = SecretShop.planted();
    private static final String HEADER = SecretShop.planted();
    private static final String UNUSED_HEADER = SecretShop.planted();
    private static final String COOKIE = SecretShop.planted();
    private static final String QUERY = SecretShop.planted();
    private static final String WRONG_KEY = SecretShop.planted();
    private static final String OPAQUE = SecretShop.planted();
    private static final String LAST_EVENT = SecretShop.planted();

    @AutoClose
    private final HttpClient client = HttpClient.newHttpClient();

    @AutoClose
    private final ReceivedTelemetry received = new ReceivedTelemetry();

    @AutoClose
    private final TestIssuer issuer = new TestIssuer();

    @AutoClose
    private final FailingDecisionPoint decisions = new FailingDecisionPoint();

    private final SecretShop shop = new SecretShop();
    private final List<String> answers = new ArrayList<>();

    SecretsWalkIT() throws Exception {}

    @Test
    void noSecretIsInAnythingThatIsShownOrSent(Gateway gateway, PostgresDatabase database) throws Exception {
        database.execute("CREATE ROLE planted LOGIN PASSWORD '" + shop.text(SecretShop.DATABASE_PASSWORD) + "'");
        gateway.apply(shop.secret(), shop.server(database, issuer.url(), received.url()));
        gateway.apply(shop.guarded(decisions.url()));
        gateway.apply(tools());
        gateway.apply(SecretShop.prompt("quotes-prompt"), SecretShop.resource("quotes-resource"));
        gateway.awaitReady(
                "tool/fine",
                "tool/quotes-granted",
                "tool/script-fails",
                "tool/isolated-throws",
                "tool/decided",
                "prompt/quotes-prompt",
                "resource/quotes-resource");
        Until.holds("every adapter but one has failed", () -> FAILING.stream()
                .allMatch(
                        gateway.value("hyperterseserver/shop", "{range .status.adapters[?(@.message)]}[{.name}]{end}")
                                ::contains));
        gateway.awaitReason("InvalidAuth", "hyperterseserver/short");

        var token = issuer.token("tenant", CLAIM);
        var forged = issuer.forged("tenant", CLAIM);
        var holder = TestIssuer.key();
        var bound = issuer.bound(holder, "tenant", CLAIM);
        var proof = TestIssuer.proof(holder);
        var replica = gateway.replicas("shop", 1).getFirst();
        showEverything(replica, bound, proof);
        var session = callEverything(replica, token, forged);
        post(
                gateway.replicas("guarded", 1).getFirst(),
                call("decided", "{}"),
                "none",
                "X-API-Key",
                shop.text(SecretShop.API_KEY));
        // A span may end after the answer of its call, so spans arrive in any order, and the last one proves nothing.
        Until.holds(
                "traces and records arrive",
                () -> SPANS.stream().allMatch(received.traces()::contains)
                        && received.records().contains(LAST_CALL)
                        && !received.metrics().isEmpty());

        var secrets = new ArrayList<>(shop.all());
        secrets.add(PlantedSecret.of("token", token));
        secrets.add(PlantedSecret.of("signature", signature(token)));
        secrets.add(PlantedSecret.of("forged", signature(forged)));
        secrets.add(PlantedSecret.of("claim", CLAIM));
        secrets.add(PlantedSecret.of("argument", ARGUMENT, ANSWERS, AUDIT));
        secrets.add(PlantedSecret.of("password argument", PASSWORD_ARGUMENT));
        secrets.add(PlantedSecret.of("bound header", HEADER, ANSWERS));
        secrets.add(PlantedSecret.of("other header", UNUSED_HEADER));
        secrets.add(PlantedSecret.of("cookie", COOKIE));
        secrets.add(PlantedSecret.of("query", QUERY));
        secrets.add(PlantedSecret.of("wrong key", WRONG_KEY));
        secrets.add(PlantedSecret.of("opaque header", OPAQUE));
        secrets.add(PlantedSecret.of("last event", LAST_EVENT));
        secrets.add(PlantedSecret.of("bound token", signature(bound)));
        secrets.add(PlantedSecret.of("proof", signature(proof)));
        assertThat(decisions.signatures()).isNotEmpty();
        decisions.signatures().forEach(it -> secrets.add(PlantedSecret.of("signature of a question", it)));
        secrets.add(PlantedSecret.of("session", session, ANSWERS));
        var observed = ObservedOutput.of(gateway, client, received, answers);
        assertThat(observed.leaks(secrets)).isEmpty();
        theWalkReadsEveryPlace(observed);
    }

    /** What is no secret is found where it belongs, so the walk was through what it says. */
    private static void theWalkReadsEveryPlace(ObservedOutput observed) {
        assertThat(observed.text(ANSWERS))
                .contains(
                        "fine",
                        ARGUMENT,
                        "invalid input syntax",
                        "Unauthorized",
                        "invalid_dpop_proof",
                        "prompt failed: ",
                        "reading failed: ",
                        "cannot be decided now",
                        "text/event-stream");
        assertThat(observed.text(AUDIT))
                .contains(
                        "quotes-granted",
                        ARGUMENT,
                        "[redacted]",
                        "hyperterse.call",
                        "quotes-prompt",
                        "quotes-resource",
                        "resources/subscribe",
                        "\"name\":\"search\"",
                        "\"subject\":\"opaque\"",
                        "decision-point-failed");
        assertThat(observed.text(ObservedPlace.LOGS))
                .contains(
                        "script-fails",
                        "printed",
                        "shared_state_unavailable",
                        "adapter_unavailable",
                        "hyperterse.operator",
                        "auth_plugin_failed",
                        "fetch_failed",
                        "decision_failed")
                // A script that sees credentials prints nothing.
                .doesNotContain("the plugin prints");
        assertThat(observed.text(ObservedPlace.SPANS)).contains(SPANS);
        assertThat(observed.text(ObservedPlace.METRICS))
                .contains("hyperterse_calls_total", "hyperterse_operator_leading", "\"sequence\"");
        assertThat(observed.text(ObservedPlace.OBJECTS))
                .contains(
                        "Is called with secrets",
                        "managedFields",
                        "adapters",
                        "\"kind\":\"Event\"".replace(":", ": "),
                        "{{ env.BROKEN_URL }}",
                        "\"segments\"");
    }

    private static String[] tools() {
        var value = "  inputs: [{name: value, type: string}, {name: password, type: string, optional: true}]\n";
        return new String[] {
            SecretShop.statement("fine", "db", "SELECT 'fine' AS fine, length({{ inputs.value }}) AS length", value),
            SecretShop.statement(LAST_CALL, "db", "SELECT 1 AS one", ""),
            SecretShop.statement("quotes-granted", "db", "SELECT CAST({{ env.GRANTED }} AS int) AS n", ""),
            SecretShop.statement("quotes-claim", "db", "SELECT CAST({{ principal.claims.tenant }} AS int) AS n", ""),
            SecretShop.statement("quotes-input", "db", "SELECT {{ inputs.value }}::text::int AS n", value),
            SecretShop.statement(
                    "quotes-session",
                    "db",
                    "SELECT current_setting('app.tenant')::int AS n",
                    "    session: {app.tenant: \"{{ principal.claims.tenant }}\"}\n"),
            SecretShop.statement(
                    "quotes-header",
                    "db",
                    "SELECT {{ inputs.team }}::text::int AS n",
                    "  inputs: [{name: team, type: string, source: {header: X-Team}}]\n"),
            SecretShop.statement("refused", "refused", "SELECT 1 AS n", ""),
            SecretShop.statement("broken", "broken", "SELECT 1 AS n", ""),
            SecretShop.statement("keyed", "keyed", "SELECT 1 AS n", ""),
            SecretShop.statement("faulty", "faulty", "SELECT 1 AS n", ""),
            SecretShop.statement("redis", "redis", "GET {{ env.GRANTED }}", ""),
            SecretShop.statement("mysql", "mysql", "SELECT {{ env.GRANTED }} AS n", ""),
            SecretShop.statement("mongodb", "mongodb", "{\\\"find\\\": \\\"{{ env.GRANTED }}\\\"}", ""),
            SecretShop.script("script-fails", "export default () => { throw new Error('failed on purpose'); }"),
            SecretShop.script("script-parses", "export default (_, ctx) => JSON.parse(ctx.env.GRANTED)"),
            SecretShop.script("script-throws", "export default (_, ctx) => { throw new Error(ctx.env.GRANTED); }"),
            SecretShop.script("script-prints", "export default (_, ctx) => console.log('printed', ctx.env)"),
            SecretShop.script("script-url", "export default (_, ctx) => new URL(ctx.env.GRANTED)"),
            SecretShop.script("script-name", "export default (_, ctx) => ctx.call(ctx.env.GRANTED)"),
            SecretShop.script(
                    "isolated-throws",
                    "engine: Isolated, ",
                    "export default (_, ctx) => { throw new Error(ctx.env.GRANTED); }"),
            SecretShop.script(
                    "isolated-parses", "engine: Isolated, ", "export default (_, ctx) => JSON.parse(ctx.env.GRANTED)"),
            fetching("fetch-header", "'http://127.0.0.1:1/', {headers: {authorization: ctx.env.FETCHED}}"),
            fetching(
                    "fetch-bad-header",
                    "'http://127.0.0.1:1/', {headers: {authorization: ctx.env.FETCHED + '\\u0000'}}"),
            fetching("fetch-path", "'http://127.0.0.1:1/' + ctx.env.FETCHED"),
            fetching("fetch-elsewhere", "'https://' + ctx.env.FETCHED + '.example.com/?' + ctx.env.FETCHED"),
        };
    }

    private static String fetching(String name, String request) {
        return SecretShop.script(name, "export default (_, ctx) => fetch(" + request + ")");
    }

    private static String signature(String token) {
        return token.substring(token.lastIndexOf('.') + 1);
    }

    /** Credentials of every kind that are not those of a bearer. */
    private void showEverything(URI replica, String bound, String proof) {
        var fine = call("fine", "{\"value\":\"1\"}");
        post(replica, fine, "Bearer " + bound);
        post(replica, fine, "DPoP " + bound);
        post(replica, fine, "DPoP " + bound, "DPoP", proof);
        post(replica, fine, "DPoP " + bound, "DPoP", proof + "x");
        for (var kind : List.of("throw", "error", "print", "passes")) {
            post(replica, fine, "none", "X-Opaque", kind + OPAQUE);
            post(replica, call("quotes-claim", "{}"), "none", "X-Opaque", kind + OPAQUE);
        }
    }

    /** Calls of every kind, good and bad; returns the id of the session they belong to. */
    private String callEverything(URI replica, String token, String forged) {
        var bearer = "Bearer " + token;
        var session = post(replica, message("initialize", """
                {"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"walk","version":"1"}}"""), bearer)
                .headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow();
        post(replica, message("tools/list", "{}"), bearer, "Mcp-Session-Id", session);
        for (var tool : tools()) {
            var name = tool.substring(tool.indexOf("name: ") + 6, tool.indexOf('}'));
            if (name.equals(LAST_CALL)) {
                continue;
            }
            var inputs = tool.contains("name: value")
                    ? "{\"value\":\"" + ARGUMENT + "\""
                            + (tool.contains("name: password") ? ",\"password\":\"" + PASSWORD_ARGUMENT + "\"}" : "}")
                    : "{}";
            post(replica, call(name, inputs), bearer, "Mcp-Session-Id", session, "X-Team", HEADER);
        }
        post(
                replica,
                message("prompts/get", "{\"name\":\"quotes-prompt\",\"arguments\":{\"value\":\"" + ARGUMENT + "\"}}"),
                bearer);
        post(replica, message("resources/read", "{\"uri\":\"walk://" + ARGUMENT + "\"}"), bearer);
        post(
                replica,
                message("resources/subscribe", "{\"uri\":\"walk://" + ARGUMENT + "\"}"),
                bearer,
                "Mcp-Session-Id",
                session);
        post(replica, call("search", "{\"query\":\"secrets\"}"), bearer);
        post(replica, call("search", "{\"query\":\"secrets\",\"password\":\"" + PASSWORD_ARGUMENT + "\"}"), bearer);
        listen(replica, bearer, session);
        post(replica, call("fine", "{\"value\":{}}"), bearer);
        post(replica, call("fine", "{\"unknown\":\"" + ARGUMENT + "\"}"), bearer);
        post(replica, call("no-such-tool", "{\"password\":\"" + PASSWORD_ARGUMENT + "\"}"), bearer);
        post(replica, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + ARGUMENT, bearer);
        post(replica, message("search", "{}"), bearer, "Mcp-Session-Id", session + "x");
        post(replica, call("fine", "{\"value\":\"1\"}"), "Bearer " + forged);
        post(replica, call("fine", "{\"value\":\"1\"}"), "Bearer " + token + "x", "Cookie", "session=" + COOKIE);
        post(replica, call("fine", "{\"value\":\"1\"}"), "Basic " + UNUSED_HEADER, "X-Other", UNUSED_HEADER);
        post(URI.create(replica + "?access_token=" + QUERY), call("fine", "{\"value\":\"1\"}"), "none");
        post(replica, call("fine", "{\"value\":\"1\"}"), "none", "X-API-Key", WRONG_KEY);
        post(replica, call("fine", "{\"value\":\"1\"}"), "none", "X-API-Key", shop.text(SecretShop.API_KEY));
        post(replica, call(LAST_CALL, "{}"), bearer);
        return session;
    }

    private static String call(String tool, String inputs) {
        return message("tools/call", "{\"name\":\"%s\",\"arguments\":%s}".formatted(tool, inputs));
    }

    private static String message(String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":%s}".formatted(method, params);
    }

    /** Opens a stream of events, and leaves. */
    private void listen(URI url, String authorization, String session) {
        var request = HttpRequest.newBuilder(url)
                .header("Accept", "text/event-stream")
                .header("Authorization", authorization)
                .header("Mcp-Session-Id", session)
                .header("Last-Event-ID", LAST_EVENT)
                .build();
        try {
            var stream = client.send(request, BodyHandlers.ofInputStream());
            answers.add(stream.statusCode() + " " + stream.headers().map());
            stream.body().close();
        } catch (IOException failed) {
            throw new AssertionError(failed);
        } catch (InterruptedException stopped) {
            throw new AssertionError(stopped);
        }
    }

    private HttpResponse<String> post(URI url, String body, String authorization, String... headers) {
        var request = HttpRequest.newBuilder(url)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("Authorization", authorization);
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            var answer = client.send(request.POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
            answers.add(answer.statusCode() + " " + answer.headers().map() + " " + answer.body());
            return answer;
        } catch (IOException failed) {
            throw new AssertionError(failed);
        } catch (InterruptedException stopped) {
            throw new AssertionError(stopped);
        }
    }
}
