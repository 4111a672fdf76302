package dev.hyperterse.runtime.tool;

import static dev.hyperterse.runtime.endpoint.AskedClient.message;
import static dev.hyperterse.runtime.endpoint.ScriptedEndpoint.shown;
import static dev.hyperterse.runtime.endpoint.ScriptedEndpoint.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Outcome;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.runtime.endpoint.AskedClient;
import dev.hyperterse.runtime.endpoint.ScriptedEndpoint;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A tool that asks the user of the client before it runs. */
@Timeout(120)
class ConfirmationTest {
    private static final String RUN_COUNT = "const n = (await ctx.session.get('n')) ?? 0;";

    @AutoClose
    private final ScriptedEndpoint scripts = new ScriptedEndpoint(
            confirmed(tool("purge", RUN_COUNT + " await ctx.session.set('n', n + 1); return n + 1")),
            tool("ran", RUN_COUNT + " return n"),
            tool("calls", "return ctx.call('purge', { id: 5 })"));

    private final TestEndpoint endpoint = scripts.endpoint();

    @Test
    void toolRunsWhenTheUserAccepts() throws Exception {
        var client = AskedClient.able(endpoint);
        try (var stream = client.begin("purge")) {
            var asked = message(stream);
            assertThat(asked.get("method").asString()).isEqualTo("elicitation/create");
            assertThat(asked.at("/params/message").asString()).isEqualTo("Run the tool 'purge' with {\"id\":1}?");
            assertThat(asked.at("/params/requestedSchema").toString())
                    .isEqualTo("{\"type\":\"object\",\"properties\":{}}");
            assertThat(ran(client))
                    .as("the tool does not run before the answer")
                    .isEqualTo("[{\"value\":0}]");
            assertThat(client.reply(asked, "{\"action\":\"accept\"}")).isEqualTo(202);
            assertThat(shown(message(stream))).isEqualTo("[{\"value\":1}]");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"decline", "cancel"})
    void toolDoesNotRunWithoutAcceptance(String action) throws Exception {
        var client = AskedClient.able(endpoint);
        try (var stream = client.begin("purge")) {
            client.reply(message(stream), "{\"action\":\"" + action + "\"}");
            assertThat(shown(message(stream)))
                    .isEqualTo("execution failed: the user did not confirm the tool 'purge'; nothing was done");
        }
        assertThat(ran(client)).isEqualTo("[{\"value\":0}]");
        assertThat(endpoint.ran()).contains(new Outcome.Failed(Stage.CONFIRMATION));
    }

    @Test
    void clientThatCannotBeAskedCannotRunTheTool() throws Exception {
        assertThat(scripts.run(Optional.empty(), "purge", 1))
                .contains(
                        "the tool 'purge' runs when the user has confirmed it: the client cannot be asked: it has no session");
        var client = new AskedClient(endpoint, "{}");
        assertThat(scripts.run(Optional.of(client.session()), "purge", 1))
                .contains("it has not declared the capability 'elicitation'");
        assertThat(ran(client)).isEqualTo("[{\"value\":0}]");
    }

    @Test
    void unusableAnswerIsNoConfirmation() throws Exception {
        var client = AskedClient.able(endpoint);
        try (var stream = client.begin("purge")) {
            client.reply(message(stream), "{\"action\":true}");
            assertThat(shown(message(stream))).contains("the answer of the client has no 'action'");
        }
        assertThat(ran(client)).isEqualTo("[{\"value\":0}]");
    }

    @Test
    void callCancelledDuringTheQuestionDoesNotRun() throws Exception {
        var client = AskedClient.able(endpoint);
        try (var stream = client.begin("purge")) {
            var asked = message(stream);
            client.cancel();
            assertThat(message(stream).get("method").asString()).isEqualTo("notifications/cancelled");
            stream.rest();
            assertThat(client.reply(asked, "{\"action\":\"accept\"}")).isEqualTo(400);
        }
        assertThat(ran(client)).isEqualTo("[{\"value\":0}]");
    }

    @Test
    void scriptThatCallsTheToolAsksItsClient() throws Exception {
        var client = AskedClient.able(endpoint);
        try (var stream = client.begin("calls")) {
            var asked = message(stream);
            assertThat(asked.at("/params/message").asString()).contains("{\"id\":5}");
            client.reply(asked, "{\"action\":\"decline\"}");
            assertThat(shown(message(stream))).contains("the user did not confirm the tool 'purge'");
        }
        assertThat(ran(client)).isEqualTo("[{\"value\":0}]");
    }

    @Test
    void argumentsAreShownInOneLineOfLimitedLength() throws Exception {
        var client = AskedClient.able(endpoint);
        try (var stream = client.begin("purge", "{\n\t" + " ".repeat(5_000) + "\"id\":1}")) {
            var message = message(stream).at("/params/message").asString();
            assertThat(message).hasSizeLessThan(1_100).endsWith("...?").doesNotContain("\n", "\t");
            assertThat(message)
                    .startsWith("Run the tool 'purge' with arguments of which 4010 characters are not shown: {");
            client.cancel();
        }
    }

    private String ran(AskedClient client) throws Exception {
        return scripts.run(Optional.of(client.session()), "ran", 1);
    }

    private static ToolLeaf confirmed(ToolLeaf leaf) {
        var hints = new ToolLeaf.Hints(
                Optional.of(false), Optional.of(true), Optional.empty(), Optional.empty(), Optional.of(true));
        return leaf.with(draft -> draft.hints = hints);
    }
}
