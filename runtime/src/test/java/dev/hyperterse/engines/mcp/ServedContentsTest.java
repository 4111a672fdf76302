package dev.hyperterse.engines.mcp;

import static dev.hyperterse.engines.mcp.FakeMcp.JSON;
import static dev.hyperterse.engines.mcp.FakeMcp.ok;
import static dev.hyperterse.engines.mcp.FakeMcp.reply;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.ResourceLeaf.Address;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.runtime.endpoint.ModernRequest;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import dev.hyperterse.runtime.mcp.stream.StreamTimings;
import dev.hyperterse.runtime.tool.TestCalls;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Contents of another server as clients of this one get them, with the other resources that it has. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ServedContentsTest {
    private final AtomicReference<String> uri = new AtomicReference<>();

    @AutoClose
    private final FakeMcp server = FakeMcp.modern((call, socket) ->
            ok(socket, JSON, reply(call, "{\"contents\":[{\"text\":\"t\",\"uri\":\"" + uri.get() + "\"}]}")));

    @AutoClose
    private final McpCalls calls = McpCalls.on(server.url());

    @AutoClose
    private final TestEndpoint endpoint = new TestEndpoint(
            served(), KeyRing.random(), StreamTimings.standard(), Duration.ofMinutes(1), UpstreamLinker.of(calls));

    ServedContentsTest() throws Exception {}

    private static Catalog served() {
        return Servers.searching()
                .catalog(
                        1,
                        foreign(new Address.Fixed("docs://a")),
                        foreign(new Address.Fixed("docs://a/foreign")),
                        Leaves.resource("docs://a/own", Leaves.text("Ours.")),
                        Leaves.template(
                                Leaves.uriTemplate("docs://a/own/", "{id}"), List.of(), Leaves.text("Ours, too.")),
                        foreign(new Address.Templated(Leaves.uriTemplate("docs://t/", "{+path}")), "path"),
                        foreign(new Address.Templated(Leaves.uriTemplate("docs://n/", "{id}")), "id"));
    }

    private static ResourceLeaf foreign(Address address, String... variables) {
        return Leaves.of(
                new Action.ReadResource(TestCalls.ADAPTER, address, Optional.empty()),
                List.of(variables).stream()
                        .map(name -> Input.of(name, InputType.STRING, false))
                        .toList());
    }

    private JsonNode read(String asked, String answered, boolean modern) throws Exception {
        uri.set(answered);
        return ModernRequest.read(asked).answer(modern, endpoint);
    }

    @ParameterizedTest
    @CsvSource({
        "docs://a, docs://a/new, true",
        "docs://a, docs://a/foreign, true",
        "docs://t/x, docs://t/x/y, true",
        "docs://a, docs://a/own, false",
        "docs://a, docs://a/own/7, false",
    })
    void contentsAreOfNoResourceThatThisServerHasFromElsewhere(String asked, String answered, boolean passed)
            throws Exception {
        for (var modern : List.of(true, false)) {
            var answer = read(asked, answered, modern);
            assertThat(answer.at("/result/contents/0/uri").asString(""))
                    .as(answer.toString())
                    .isEqualTo(passed ? answered : "");
            assertThat(answer.at("/error/message").asString("").contains("another resource"))
                    .isNotEqualTo(passed);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "docs://n/%2d%c3%bc, docs://n/-%C3%BC, docs://n/%2d%c3%bc, true",
        "docs://n/%2d%c3%bc, docs://n/-%C3%BC/x%2d, docs://n/%2d%c3%bc/x%2d, true",
        "docs://n/ü, docs://n/%C3%BC, docs://n/ü, false",
        "docs://n/%C3%BC, docs://n/%C3%BC, docs://n/%C3%BC, false",
        "docs://t/ü/, docs://t/%C3%BC/x, docs://t/ü/x, false",
    })
    void contentsHaveTheUriAsTheClientSpellsIt(String asked, String answered, String shown, boolean modern)
            throws Exception {
        assertThat(read(asked, answered, modern).at("/result/contents"))
                .isEqualTo(Leaves.json("[{\"text\":\"t\",\"uri\":\"" + shown + "\"}]"));
    }
}
