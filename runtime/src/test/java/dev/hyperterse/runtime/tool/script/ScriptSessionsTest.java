package dev.hyperterse.runtime.tool.script;

import static dev.hyperterse.runtime.endpoint.ScriptedEndpoint.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.runtime.endpoint.ScriptedEndpoint;
import dev.hyperterse.runtime.endpoint.Wire;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Values that scripts keep for a session, and their lifetime. */
@Timeout(120)
@ParameterizedClass
@EnumSource
class ScriptSessionsTest {
    private static final Leaf[] TOOLS = {
        tool("put", "await ctx.session.set('k', { id: inputs.id }); return 'put'"),
        tool("get", "return (await ctx.session.get('k')) ?? 'nothing'"),
        tool("delete", "await ctx.session.delete('k'); await ctx.session.delete('none'); return 'deleted'"),
        tool("none", "return ctx.session === null"),
        tool("fill", "await ctx.session.set('big', 'x'.repeat(inputs.id)); return 'filled'"),
        tool("undefined", "await ctx.session.set('k', undefined)"),
        tool("calls", "return ctx.call('get', { id: 1 })"),
        tool("notify", "return ctx.notify(`test://${inputs.id}`)"),
        tool("flood", "let told = 0; while (ctx.notify(`file://${told}`)) told++; return told >= 50"),
        Leaves.resource("test://1", Leaves.text("one")),
        Leaves.template(
                Leaves.uriTemplate("file://", "{+path}"),
                List.of(Leaves.argument("path", true)),
                Leaves.text("a file")),
    };

    private final Leaf[] tools;

    @AutoClose
    private final ScriptedEndpoint scripts;

    ScriptSessionsTest(ScriptIsolation engine) {
        this.tools = ScriptedEndpoint.in(engine, TOOLS);
        this.scripts = new ScriptedEndpoint(tools);
    }

    @Test
    void valuesAreAvailableToTheNextCallOfTheSession() throws Exception {
        var session = session();
        assertThat(scripts.run(session, "get", 1)).isEqualTo("[{\"value\":\"nothing\"}]");
        scripts.run(session, "put", 7);
        assertThat(scripts.run(session, "get", 1)).isEqualTo("[{\"id\":7}]");
        assertThat(scripts.run(session, "calls", 1))
                .as("in tools that are called")
                .isEqualTo("[{\"id\":7}]");
        scripts.run(session, "delete", 1);
        assertThat(scripts.run(session, "get", 1)).isEqualTo("[{\"value\":\"nothing\"}]");
    }

    @Test
    void sessionsHaveTheirOwnValues() throws Exception {
        var one = session();
        var other = session();
        scripts.run(one, "put", 7);
        assertThat(scripts.run(other, "get", 1)).isEqualTo("[{\"value\":\"nothing\"}]");
    }

    @Test
    void callsWithoutASessionHaveNoValues() throws Exception {
        assertThat(scripts.run(Optional.empty(), "none", 1)).isEqualTo("[{\"value\":true}]");
        assertThat(scripts.run(session(), "none", 1)).isEqualTo("[{\"value\":false}]");
    }

    @Test
    void valuesSurviveAReloadAndEndWithTheSession() throws Exception {
        var session = session();
        scripts.run(session, "put", 7);
        scripts.endpoint().catalogs().swap(Servers.searching().catalog(2, tools));
        assertThat(scripts.run(session, "get", 1)).isEqualTo("[{\"id\":7}]");

        try (var end = new Wire(scripts.endpoint())) {
            end.send("DELETE /mcp HTTP/1.1\nHost: localhost\nMcp-Session-Id: " + session.orElseThrow());
            assertThat(end.status()).isEqualTo(204);
        }
        assertThat(scripts.run(session, "get", 1)).isEqualTo("Session not found");
    }

    @Test
    void sessionKeepsSixteenKibibytes() throws Exception {
        var session = session();
        // Two quotes, and the key.
        assertThat(scripts.run(session, "fill", 16 * 1024 - 5)).contains("filled");
        assertThat(scripts.run(session, "fill", 16 * 1024 - 4)).contains("at most 16384 bytes");
        assertThat(scripts.run(session, "put", 1)).contains("at most 16384 bytes");
        assertThat(scripts.run(session, "fill", 100)).contains("filled");
        assertThat(scripts.run(session, "put", 1)).contains("put");
    }

    @Test
    void valueOutsideOfJsonIsRefused() throws Exception {
        assertThat(scripts.run(session(), "undefined", 1)).contains("must be a value of JSON");
    }

    @Test
    void concurrentCallsOfASessionKeepOneOfTheirValues() throws Exception {
        var session = session();
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var id = 1; id <= 8; id++) {
                var value = id;
                callers.submit(() -> scripts.run(session, "put", value));
            }
        }
        assertThat(scripts.run(session, "get", 1)).matches("\\[\\{\"id\":[1-8]}]");
    }

    @Test
    void subscribersAreNotifiedOfAResourceThatAScriptUpdated() throws Exception {
        var session = session();
        var other = session();
        try (var subscribed = listen(session.orElseThrow());
                var notSubscribed = listen(other.orElseThrow())) {
            scripts.endpoint()
                    .call("resources/subscribe", "{\"uri\":\"test://1\"}", "Mcp-Session-Id", session.orElseThrow());
            for (var again = 0; again < 3; again++) {
                assertThat(scripts.run(other, "notify", 1)).isEqualTo("[{\"value\":true}]");
            }
            assertThat(subscribed.lineBeginning("data: {"))
                    .isEqualTo("data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/updated\","
                            + "\"params\":{\"uri\":\"test://1\"}}");
            scripts.endpoint()
                    .catalogs()
                    .swap(Servers.searching().catalog(2, Leaves.tool("another", "tool"), tools[9]));
            assertThat(notSubscribed.lineBeginning("data: {")).contains("tools/list_changed");
        }
    }

    @Test
    void missingResourceIsAnErrorOfTheScript() throws Exception {
        assertThat(scripts.run(session(), "notify", 2))
                .contains("resource 'test://2' not found in the namespace of this script");
    }

    /** Each second has room for fifty again, so a run that is held up is refused later. */
    @Test
    void scriptsDoNotFloodSubscribers() throws Exception {
        assertThat(scripts.run(session(), "flood", 1)).isEqualTo("[{\"value\":true}]");
    }

    private Wire listen(String session) throws Exception {
        var wire = new Wire(scripts.endpoint()).listen(session);
        assertThat(wire.status()).isEqualTo(200);
        wire.lineBeginning("id:");
        return wire;
    }

    private Optional<String> session() throws Exception {
        return Optional.of(scripts.endpoint().initialize("2025-11-25"));
    }
}
