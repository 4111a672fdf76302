package dev.hyperterse.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Outcome;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Content;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.Template;
import dev.hyperterse.catalog.ToolRates;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.server.AuditSettings;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.catalog.server.Rates;
import dev.hyperterse.catalog.server.Rates.Rate;
import dev.hyperterse.catalog.server.auth.ApiKeyDigests;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.server.auth.DecisionSettings.Failure;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.decision.FakeDecisionPoint;
import dev.hyperterse.runtime.endpoint.HeldLinker;
import dev.hyperterse.runtime.endpoint.ScriptedEndpoint;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Rules;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.mcp.stream.StreamTimings;
import dev.hyperterse.runtime.tool.ActionLinker;
import dev.hyperterse.scripts.ScriptLinker;
import dev.hyperterse.telemetry.logging.CapturedLog;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A hidden definition is refused like a missing one: the same answers and headers, as many
 * records, log lines and calls taken from the same limits, and no question to the decision point. That no rule is
 * evaluated for the one alone is in {@link dev.hyperterse.runtime.live.VisibilityClassesTest}.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
@Isolated("counts the lines that this process logs")
class RefusalPathTest {
    private static final String ACME = "acme-0123456789abcdef";
    private static final String BOLT = "bolt-0123456789abcdef";
    private static final ValueKey KEYS = ValueKey.auth("partners", "keys");
    /** One that hides, one that is decided by the inputs, and the decision point. */
    private static final Optional<AccessPolicy> HIDDEN = Rules.policy(
                    "principal.subject == 'carol'", "inputs.id == 7", "headers['x-team'] == 'blue'")
            .map(AccessPolicy::decidedAtTheCall);

    private static final List<Leaf> LEAVES = List.of(
            Leaves.tool("hidden", "Lists orders").with(draft -> {
                draft.access = HIDDEN;
                draft.rates = Optional.of(new ToolRates(Optional.of(new Rate(60, 1)), Optional.of(new Rate(60, 1))));
            }),
            Leaves.prompt(
                            "hidden",
                            List.of(Leaves.argument("name", true, "Ann")),
                            new Content.Text(Template.literal("Psst")))
                    .with(HIDDEN),
            Leaves.resource("test://hidden", Leaves.text("Psst")).with(HIDDEN),
            Leaves.template(
                            Leaves.uriTemplate("hidden://", "{id}"),
                            List.of(Leaves.argument("id", true, "first")),
                            Leaves.text("Psst"))
                    .with(HIDDEN));

    @AutoClose
    private final FakeDecisionPoint fake = new FakeDecisionPoint();

    @AutoClose
    private final TestEndpoint endpoint = new TestEndpoint(
            catalog(),
            ScriptedEndpoint.keys(),
            StreamTimings.standard(),
            Duration.ofMinutes(1),
            new HeldLinker(
                    new ActionLinker(ScriptLinker.none()),
                    new AtomicReference<>(() -> {}),
                    new AtomicReference<>(() -> {})));

    RefusalPathTest() throws Exception {}

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            tools/call          | {"name":"hidden","arguments":{}}
            tools/call          | {"name":"hidden","arguments":{"id":"no number"}}
            tools/call          | {"name":"execute","arguments":{"tool":"hidden","inputs":{}}}
            prompts/get         | {"name":"hidden","arguments":{}}
            prompts/get         | {"name":"hidden","arguments":{"name":"Ann"}}
            resources/read      | {"uri":"test://hidden"}
            resources/read      | {"uri":"hidden://first"}
            resources/subscribe | {"uri":"test://hidden"}
            completion/complete | {"ref":{"type":"ref/prompt","name":"hidden"},"argument":{"name":"name","value":""}}
            completion/complete | {"ref":{"type":"ref/resource","uri":"hidden://{id}"},"argument":{"name":"id","value":""}}
            completion/complete | {"ref":{"type":"ref/resource","uri":"test://hidden"},"argument":{"name":"id","value":""}}""")
    void hiddenDefinitionIsRefusedLikeAMissingOne(String method, String params) {
        var hidden = way(ACME, method, params);
        var unknown = way(BOLT, method, params.replace("hidden", "absent"));

        assertThat(hidden.answers()).isEqualTo(unknown.answers());
        assertThat(hidden.records()).isEqualTo(unknown.records());
        assertThat(hidden.logLines()).isEqualTo(unknown.logLines());
        assertThat(hidden.counted()).isEqualTo(unknown.counted());
        assertThat(fake.asked()).isEmpty();
    }

    /**
     * @param answers status, headers and body, until the limit of the caller refuses one
     * @param counted what metrics count
     */
    private record Way(List<String> answers, long records, long logLines, List<Outcome> counted) {}

    private Way way(String key, String method, String params) {
        var body = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"" + method + "\",\"params\":" + params + "}";
        var before = endpoint.audit().lines().count();
        var ranBefore = endpoint.ran().size();
        var answers = new ArrayList<String>();
        var log = CapturedLog.during(() -> {
            for (int call = 0; call < 4; call++) {
                answers.add(answer(key, body));
            }
        });
        return new Way(
                answers,
                endpoint.audit().lines().count() - before,
                log.lines().count(),
                List.copyOf(endpoint.ran().subList(ranBefore, endpoint.ran().size())));
    }

    private String answer(String key, String body) {
        try {
            return written(endpoint.post(body, "X-API-Key", key));
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
    }

    private static String written(HttpResponse<String> response) {
        var headers = new ArrayList<String>();
        response.headers().map().forEach((name, values) -> {
            if (!name.equalsIgnoreCase("Date")) {
                headers.add(name + ": " + values);
            }
        });
        return response.statusCode() + " " + headers + " " + response.body().replace("hidden", "absent");
    }

    private Catalog catalog() {
        var usual = Servers.LIMITS;
        var three = Optional.of(new Rate(60, 3));
        var limits = new Limits(
                usual.maxRequestSize(),
                usual.maxResultSize(),
                usual.bufferSize(),
                usual.callTimeoutMillis(),
                usual.concurrentCalls(),
                usual.streams(),
                Optional.of(new Rates(three, three, Optional.empty())),
                Optional.empty(),
                Optional.empty());
        var open =
                Servers.searching().with(Exposure.SearchAndDirect).with(limits).catalog(1, LEAVES);
        var auth = new AuthSettings(
                AuthSettings.Mode.Required,
                List.of(new AuthPlugin.ApiKeys("partners", "X-API-Key", KEYS)),
                Optional.empty(),
                Optional.empty());
        return new Catalog(
                open.revision(),
                open.server().with(draft -> {
                    draft.auth = auth.decidedBy(fake.settings(Failure.Closed));
                    draft.audit = Optional.of(new AuditSettings(false));
                }),
                open.leaves(),
                new ValueSet(
                        "v1",
                        Map.of(
                                KEYS,
                                new ApiKeyDigests(Map.of(
                                                ApiKeyDigests.digest(ACME), "acme", ApiKeyDigests.digest(BOLT), "bolt"))
                                        .write(),
                                ValueKey.decision("key"),
                                FakeDecisionPoint.KEY)));
    }
}
