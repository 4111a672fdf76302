package dev.hyperterse.runtime.rate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.ToolRates;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.catalog.server.Rates;
import dev.hyperterse.catalog.server.Rates.Rate;
import dev.hyperterse.catalog.server.auth.ApiKeyDigests;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.endpoint.ModernRequest;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.endpoint.Wire;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** Rate limits over HTTP, with the clock of the test. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class RateLimitsTest {
    private static final String ACME = "acme-0123456789abcdef";
    private static final String ACME_NEXT = "acme-next-0123456789abcdef";
    private static final String BOLT = "bolt-0123456789abcdef";
    private static final ValueKey KEYS = ValueKey.auth("partners", "keys");
    private static final Optional<Rate> TWO = Optional.of(new Rate(60, 2));
    private static final String EXECUTE = "{\"name\":\"execute\",\"arguments\":{\"tool\":\"orders\",\"inputs\":{}}}";
    private static final String DIRECT = "{\"name\":\"orders\",\"arguments\":{}}";

    @AutoClose
    private final TestEndpoint endpoint =
            new TestEndpoint(limited(1, new Rates(TWO, Optional.empty(), Optional.empty()), Optional.empty()));

    @Test
    void callBeyondTheLimitIsAnswered429UntilRetryAfter() throws Exception {
        assertThat(call(ACME, EXECUTE).statusCode()).isEqualTo(200);
        assertThat(call(ACME, DIRECT).statusCode()).isEqualTo(200);

        var refused = call(ACME, EXECUTE);
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).contains("1");
        var error = JsonMapper.shared().readTree(refused.body());
        assertThat(error.at("/id").asInt()).isEqualTo(7);
        assertThat(error.at("/error/code").asInt()).isEqualTo(-32000);
        assertThat(error.at("/error/data/retryAfterSeconds").asInt()).isEqualTo(1);
        assertThat(error.at("/error/message").asString())
                .isEqualTo("too many calls of this caller: try again after 1 s");

        endpoint.rateClock().addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(call(ACME, EXECUTE).statusCode()).isEqualTo(200);
        assertThat(call(ACME, EXECUTE).statusCode()).isEqualTo(429);
    }

    @Test
    void otherSessionsAndKeysOfACallerAreTheSameCaller() throws Exception {
        assertThat(call(ACME, EXECUTE).statusCode()).isEqualTo(200);
        assertThat(call(ACME_NEXT, EXECUTE).statusCode()).isEqualTo(200);
        for (var session = 0; session < 3; session++) {
            var id = session(ACME_NEXT);
            assertThat(post(ACME_NEXT, "tools/call", EXECUTE, "Mcp-Session-Id", id)
                            .statusCode())
                    .isEqualTo(429);
        }

        assertThat(call(BOLT, EXECUTE).statusCode()).isEqualTo(200);
    }

    @Test
    void allCallsCountAndListsDoNot() throws Exception {
        assertThat(post(ACME, "prompts/get", "{\"name\":\"no such prompt\"}").statusCode())
                .isEqualTo(200);
        assertThat(call(ACME, "{\"name\":\"search\",\"arguments\":{\"query\":\"orders\"}}")
                        .statusCode())
                .isEqualTo(200);

        assertThat(post(ACME, "resources/read", "{\"uri\":\"test://none\"}").statusCode())
                .isEqualTo(429);
        assertThat(call(ACME, "{\"name\":\"no such tool\"}").statusCode()).isEqualTo(429);
        assertThat(post(ACME, "prompts/get", "{\"name\":\"no such prompt\"}").statusCode())
                .isEqualTo(429);
        assertThat(post(ACME, "tools/list", "{}").statusCode()).isEqualTo(200);
        assertThat(post(ACME, "ping", "{}").statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            resources/subscribe | {"uri":"test://none"}
            resources/subscribe | {"uri":5}
            resources/read      | 5
            prompts/get         | {}
            tools/call          | {"name":5}
            tools/call          | {"name":"orders","arguments":5}
            tools/call          | {"name":"execute","arguments":{}}
            tools/call          | []
            """)
    void refusedCallsCountForTheRateOfTheirCaller(String method, String params) throws Exception {
        assertThat(post(ACME, method, params).statusCode()).isEqualTo(200);
        assertThat(post(ACME, method, params).statusCode()).isEqualTo(200);
        assertThat(post(ACME, method, params).statusCode()).isEqualTo(429);
    }

    @Test
    void batchCountsItsCalls() throws Exception {
        var one = "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":" + EXECUTE + "}";
        var batch = IntStream.range(0, 5).mapToObj(one::formatted).toList();

        var answer = endpoint.post(
                "[" + String.join(",", batch) + "]", "MCP-Protocol-Version", "2025-03-26", "X-API-Key", ACME);

        assertThat(answer.statusCode()).isEqualTo(200);
        var answers = JsonMapper.shared().readTree(answer.body()).valueStream().toList();
        assertThat(answers).hasSize(5);
        assertThat(answers.stream().filter(it -> it.has("error"))).hasSize(3);
    }

    @Test
    void eachResourceOfASubscriptionCounts() throws Exception {
        var listen = ModernRequest.of(
                "subscriptions/listen", "\"notifications\":{\"resourceSubscriptions\":[\"test://a\",\"test://b\"]}");
        try (var wire = listen.on(new Wire(endpoint), "X-API-Key", ACME)) {
            wire.lineBeginning("data: ");

            assertThat(call(ACME, EXECUTE).statusCode()).isEqualTo(429);
            assertThat(call(BOLT, EXECUTE).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void toolAndServerHaveLimitsForAllCallers() throws Exception {
        swap(new Rates(Optional.empty(), TWO, Optional.empty()), Optional.empty());
        assertThat(call(ACME, EXECUTE).statusCode()).isEqualTo(200);
        assertThat(call(BOLT, DIRECT).statusCode()).isEqualTo(200);
        assertThat(call(BOLT, EXECUTE).body()).contains("too many calls of this tool");
        assertThat(call(BOLT, "{\"name\":\"invoices\"}").statusCode()).isEqualTo(200);

        swap(new Rates(Optional.empty(), Optional.empty(), TWO), Optional.empty());
        assertThat(call(ACME, EXECUTE).statusCode()).isEqualTo(200);
        assertThat(call(BOLT, "{\"name\":\"invoices\"}").statusCode()).isEqualTo(200);
        assertThat(call(ACME, "{\"name\":\"invoices\"}").body()).contains("too many calls of this server");
    }

    @Test
    void toolHasItsOwnLimitsPerCallerAndForAll() throws Exception {
        endpoint.catalogs().swap(limited(2, Optional.empty(), Optional.empty()));

        assertThat(call(ACME, "{\"name\":\"refund\"}").statusCode()).isEqualTo(200);
        var refused = call(ACME_NEXT, "{\"name\":\"execute\",\"arguments\":{\"tool\":\"refund\",\"inputs\":{}}}");
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).contains("1");
        assertThat(refused.body()).contains("too many calls of this tool by this caller: try again after 1 s");
        assertThat(call(ACME, DIRECT).statusCode()).isEqualTo(200);

        assertThat(call(BOLT, "{\"name\":\"refund\"}").statusCode()).isEqualTo(200);
        endpoint.rateClock().addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(call(ACME, "{\"name\":\"refund\"}").statusCode()).isEqualTo(200);
        assertThat(call(BOLT, "{\"name\":\"refund\"}").body()).contains("too many calls of this tool: try again");
    }

    @Test
    void reloadKeepsTheCounts() throws Exception {
        call(ACME, EXECUTE);
        call(ACME, EXECUTE);

        endpoint.catalogs().swap(limited(2, new Rates(TWO, Optional.empty(), Optional.empty()), Optional.empty()));

        assertThat(call(ACME, EXECUTE).statusCode()).isEqualTo(429);
    }

    @Test
    void concurrentCallsAreLimitedPerCaller() throws Exception {
        endpoint.catalogs()
                .swap(limited(2, new Rates(Optional.empty(), Optional.empty(), Optional.empty()), Optional.of(1)));
        var running = endpoint.client()
                .sendAsync(
                        endpoint.request("X-API-Key", ACME, "Content-Type", "application/json")
                                .POST(
                                        java.net.http.HttpRequest.BodyPublishers.ofString(
                                                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"wait\"}}"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        endpoint.linker().awaitWaiting();

        assertThat(call(ACME_NEXT, DIRECT).body())
                .contains("busy: this caller has reached its limit of concurrent calls");
        assertThat(call(BOLT, DIRECT).body()).doesNotContain("busy");

        endpoint.linker().release();
        assertThat(running.get().statusCode()).isEqualTo(200);
        TestEndpoint.await("the call has ended", () -> {
            try {
                return !call(ACME, DIRECT).body().contains("busy");
            } catch (Exception failed) {
                throw new AssertionError(failed);
            }
        });
    }

    private HttpResponse<String> call(String key, String params) throws Exception {
        return post(key, "tools/call", params);
    }

    private HttpResponse<String> post(String key, String method, String params, String... more) throws Exception {
        var headers = new java.util.ArrayList<>(List.of("X-API-Key", key));
        headers.addAll(List.of(more));
        return endpoint.post(
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"" + method + "\",\"params\":" + params + "}",
                headers.toArray(String[]::new));
    }

    private String session(String key) throws Exception {
        return post(
                        key,
                        "initialize",
                        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}")
                .headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow();
    }

    private long sequence = 10;

    private void swap(Rates rates, Optional<Integer> concurrent) {
        endpoint.catalogs().swap(limited(sequence++, rates, concurrent));
    }

    private static Catalog limited(long sequence, Rates rates, Optional<Integer> concurrent) {
        return limited(sequence, Optional.of(rates), concurrent);
    }

    private static Catalog limited(long sequence, Optional<Rates> rates, Optional<Integer> concurrent) {
        var usual = Servers.LIMITS;
        var limits = new Limits(
                usual.maxRequestSize(),
                usual.maxResultSize(),
                usual.bufferSize(),
                usual.callTimeoutMillis(),
                usual.concurrentCalls(),
                usual.streams(),
                rates,
                concurrent,
                Optional.empty());
        var open = Servers.searching()
                .with(Exposure.SearchAndDirect)
                .with(limits)
                .catalog(
                        sequence,
                        Leaves.tool("orders", "Lists orders"),
                        Leaves.tool("invoices", "Lists invoices"),
                        Leaves.tool("wait", "Waits"),
                        Leaves.tool("refund", "Refunds an order")
                                .with(draft -> draft.rates = Optional.of(
                                        new ToolRates(Optional.of(new Rate(60, 1)), Optional.of(new Rate(30, 3))))));
        var server = open.server();
        var auth = new AuthSettings(
                AuthSettings.Mode.Required,
                List.of(new AuthPlugin.ApiKeys("partners", "X-API-Key", KEYS)),
                Optional.empty(),
                Optional.empty());
        var digests = Map.of(
                ApiKeyDigests.digest(ACME), "acme",
                ApiKeyDigests.digest(ACME_NEXT), "acme",
                ApiKeyDigests.digest(BOLT), "bolt");
        return new Catalog(
                open.revision(),
                server.with(draft -> draft.auth = auth),
                open.leaves(),
                new ValueSet("v", Map.of(KEYS, new ApiKeyDigests(digests).write())));
    }
}
