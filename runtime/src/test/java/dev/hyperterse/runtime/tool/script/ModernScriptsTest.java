package dev.hyperterse.runtime.tool.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.runtime.endpoint.ModernRequest;
import dev.hyperterse.runtime.endpoint.ScriptedEndpoint;
import dev.hyperterse.runtime.endpoint.Wire;
import dev.hyperterse.runtime.live.Leaves;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Scripts and clients of the modern era. */
class ModernScriptsTest {
    @AutoClose
    private final ScriptedEndpoint scripted = new ScriptedEndpoint(
            ScriptedEndpoint.tool("client", "return JSON.stringify([ctx.client, ctx.session]);"),
            ScriptedEndpoint.tool(
                    "meta",
                    "return {content: [], _meta: {own: 1, 'io.modelcontextprotocol/serverInfo': {name: 'forged'}}};"),
            ScriptedEndpoint.tool("notify", "await ctx.notify('test://a'); return 'notified';"),
            Leaves.resource("test://a", Leaves.text("one")));

    @Test
    void clientInfoComesWithEachRequest() throws Exception {
        var named = ModernRequest.execute("client", "{\"id\":1}")
                .withMeta("\"io.modelcontextprotocol/clientInfo\":{\"name\":\"claude\",\"version\":\"3\"}");

        assertThat(seen(named)).isEqualTo("[{\"name\":\"claude\",\"version\":\"3\",\"capabilities\":[]},null]");
        assertThat(seen(ModernRequest.execute("client", "{\"id\":1}")))
                .isEqualTo("[{\"name\":\"\",\"version\":\"\",\"capabilities\":[]},null]");
    }

    private String seen(ModernRequest request) throws Exception {
        var rows =
                request.answer(scripted.endpoint()).at("/result/content/0/text").stringValue();
        return Leaves.json(rows).at("/0/value").stringValue();
    }

    @Test
    void scriptCannotForgeServerInfo() throws Exception {
        var meta = ModernRequest.execute("meta", "{\"id\":1}")
                .answer(scripted.endpoint())
                .at("/result/_meta");

        assertThat(meta.get("own").intValue()).isEqualTo(1);
        assertThat(meta.at("/io.modelcontextprotocol~1serverInfo/name").stringValue())
                .isEqualTo("shop");
        assertThat(meta).hasSize(2);
    }

    @Test
    void listenerIsNotifiedOfAnUpdateByAScript() throws Exception {
        var listen = ModernRequest.of(
                "subscriptions/listen", "\"notifications\":{\"resourceSubscriptions\":[\"test://a\"]}");
        try (var wire = listen.on(new Wire(scripted.endpoint()))) {
            wire.lineBeginning("data: ");
            ModernRequest.execute("notify", "{\"id\":1}").answer(scripted.endpoint());

            assertThat(Leaves.json(wire.lineBeginning("data: ").substring(6))
                            .at("/params/uri")
                            .stringValue())
                    .isEqualTo("test://a");
        }
    }
}
