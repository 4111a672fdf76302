package dev.hyperterse.runtime.round;

import static dev.hyperterse.runtime.endpoint.RepeatingClient.execute;
import static dev.hyperterse.runtime.endpoint.RepeatingClient.isAsked;
import static dev.hyperterse.runtime.endpoint.RepeatingClient.repeated;
import static dev.hyperterse.runtime.endpoint.ScriptedEndpoint.shown;
import static dev.hyperterse.runtime.endpoint.ScriptedEndpoint.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Outcome;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.catalog.ResourceLeaf.Body;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.ToolLeaf.Transforms;
import dev.hyperterse.catalog.server.AuditSettings;
import dev.hyperterse.catalog.server.auth.ApiKeyDigests;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.endpoint.RepeatingClient;
import dev.hyperterse.runtime.endpoint.ScriptedEndpoint;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Questions between rounds: of tools before and after their run, of prompts and of resources, per caller. */
@Timeout(120)
class RepeatedDefinitionsTest {
    private static final String ANN = "ann-0123456789abcdef";
    private static final String BOB = "bob-0123456789abcdef";
    private static final ValueKey KEYS = ValueKey.auth("partners", "keys");
    private static final String ACCEPT = "{\"action\":\"accept\"}";
    private static final String ASK =
            "const ask = async (ctx, message) => (await ctx.elicit('k', { message, requestedSchema: { type: 'object',"
                    + " properties: { n: { type: 'integer' } } } })).content.n;";
    private static final String RANDOM = "return { run: crypto.randomUUID() }";
    private static final String SHOWS = ASK + " return { ...results[0], n: await ask(ctx, results[0].run) }";

    private static final Leaf[] LEAVES = {
        confirmed(tool("purge", "return 'purged ' + inputs.id")),
        tool("calls", "return ctx.call('purge', { id: inputs.id })"),
        tool(
                "purges",
                "return (await Promise.all([1, 2].map(async (id) => {"
                        + " try { return await ctx.call('purge', { id }) } catch (e) { return e.message } }))).flat()"),
        transformed("writes", RANDOM, SHOWS),
        reading(transformed("reads", RANDOM, SHOWS)),
        transformed("fails", RANDOM, "await ctx.roots('k'); throw new Error('no')"),
        tool("three", ASK + " return { run: await ask(ctx, 'run'), in: inputs.id }")
                .with(draft -> draft.transforms = Optional.of(new Transforms(
                        Optional.of(script(ASK + " return { id: await ask(ctx, 'in') }")),
                        Optional.of(script(ASK + " return { ...results[0], out: await ask(ctx, 'out') }")),
                        List.of()))),
        prompt("greet", ASK + " return `Greet ${await ask(ctx, 'whom')} times`"),
        resource("test://asked", ASK + " return `Read ${await ask(ctx, 'what')}`"),
    };

    @AutoClose
    private final ScriptedEndpoint scripts =
            new ScriptedEndpoint(ScriptedEndpoint.keys(), Duration.ofMinutes(5), catalog(LEAVES));

    private final TestEndpoint endpoint = scripts.endpoint();
    private final RepeatingClient client = RepeatingClient.able(endpoint).with("X-API-Key", ANN);

    @Test
    void toolIsConfirmedBetweenTwoRounds() throws Exception {
        var asked = client.call(execute("purge"));
        var question = asked.at("/result/inputRequests/~0confirm");
        assertThat(question.at("/params/message").asString()).isEqualTo("Run the tool 'purge' with {\"id\":1}?");
        assertThat(shown(client.call(repeated(execute("purge"), asked, Map.of("~confirm", ACCEPT)))))
                .isEqualTo("[{\"value\":\"purged 1\"}]");
        assertThat(shown(
                        client.call(repeated(execute("purge"), asked, Map.of("~confirm", "{\"action\":\"decline\"}")))))
                .contains("the user did not confirm the tool 'purge'; nothing was done");
        assertThat(endpoint.ran())
                .containsExactly(
                        Outcome.Ended.INPUT_REQUIRED, Outcome.Ended.COMPLETED, new Outcome.Failed(Stage.CONFIRMATION));
    }

    @Test
    void confirmationBeforeItsQuestionRunsNothing() throws Exception {
        var early = execute("purge");
        early.putObject("inputResponses").set("~confirm", JsonMapper.shared().readTree(ACCEPT));
        var asked = client.call(early);
        assertThat(isAsked(asked)).as(asked.toString()).isTrue();
        assertThat(asked.at("/result/inputRequests/~0confirm").isObject()).isTrue();

        var place = client.call(execute("calls"))
                .at("/result/inputRequests")
                .propertyNames()
                .iterator()
                .next();
        var called = execute("calls");
        called.putObject("inputResponses").set(place, JsonMapper.shared().readTree(ACCEPT));
        assertThat(isAsked(client.call(called)))
                .as("a tool that a script calls")
                .isTrue();
        assertThat(endpoint.ran()).containsOnly(Outcome.Ended.INPUT_REQUIRED);
    }

    @Test
    void confirmationOfAnotherCallRunsNothing() throws Exception {
        var asked = client.call(execute("purge"));
        for (var other : new ObjectNode[] {execute("purge", "{\"id\":2}"), execute("calls")}) {
            assertThat(client.call(repeated(other, asked, Map.of("~confirm", ACCEPT)))
                            .at("/error/message")
                            .asString())
                    .contains("'requestState' does not belong to this request");
        }
        assertThat(endpoint.ran()).doesNotContain(Outcome.Ended.COMPLETED);
    }

    @Test
    void toolThatCannotBeConfirmedDoesNotRun() throws Exception {
        var unable = new RepeatingClient(endpoint, "{\"sampling\":{}}", List.of("X-API-Key", ANN));
        for (var tool : new String[] {"purge", "calls"}) {
            var response = unable.post("tools/call", execute(tool));
            assertThat(response.statusCode()).isEqualTo(400);
            var error = JsonMapper.shared().readTree(response.body()).get("error");
            assertThat(error.get("code").asInt()).isEqualTo(-32021);
            assertThat(error.at("/data/requiredCapabilities/elicitation").isObject())
                    .isTrue();
        }
    }

    @Test
    void confirmationAppliesToTheShownCallOnly() throws Exception {
        var asked = client.call(execute("purges"));
        assertThat(asked.at("/result/inputRequests")).hasSize(2);
        var answers = new HashMap<String, String>();
        asked.at("/result/inputRequests")
                .properties()
                .forEach(question -> answers.put(
                        question.getKey(),
                        question.getValue().at("/params/message").asString().contains("\"id\":1")
                                ? ACCEPT
                                : "{\"action\":\"cancel\"}"));
        assertThat(shown(client.call(repeated(execute("purges"), asked, answers))))
                .contains("purged 1")
                .doesNotContain("purged 2")
                .contains("the user did not confirm the tool 'purge'");
    }

    @Test
    void questionOfTheOutputDoesNotRepeatAWrite() throws Exception {
        var asked = client.call(execute("writes"));
        var run = asked.at("/result/inputRequests/~0out~1k/params/message").asString();
        assertThat(shown(client.call(repeated(execute("writes"), asked, Map.of("~out/k", accept(3))))))
                .isEqualTo("[{\"run\":\"%s\",\"n\":3}]".formatted(run));
    }

    @Test
    void readOnlyToolReadsAgain() throws Exception {
        var asked = client.call(execute("reads"));
        var again = client.call(repeated(execute("reads"), asked, Map.of("~out/k", accept(3))));
        assertThat(isAsked(again)).as("the question is about other rows").isTrue();
        assertThat(again.at("/result/inputRequests")).isNotEqualTo(asked.at("/result/inputRequests"));
    }

    @Test
    void scriptsOfAToolHaveTheirOwnKeys() throws Exception {
        var numbers = Map.of("in", 1, "run", 2, "out", 3);
        assertThat(shown(client.answered(
                        execute("three"),
                        question -> accept(
                                numbers.get(question.at("/params/message").asString())))))
                .isEqualTo("[{\"run\":2,\"in\":1,\"out\":3}]");
    }

    @Test
    void failureAfterAQuestionHasItsStage() throws Exception {
        var unable = new RepeatingClient(endpoint, "{}", List.of("X-API-Key", ANN));
        assertThat(shown(unable.call(execute("fails"))))
                .isEqualTo(
                        "output transform failed: the client cannot be asked: it has not declared the capability 'roots'");
        assertThat(shown(client.answered(execute("fails"), _ -> "{\"roots\":[]}")))
                .contains("output transform failed: no");
    }

    @Test
    void promptAsksBeforeItHasMessages() throws Exception {
        var params = JsonMapper.shared().createObjectNode().put("name", "greet");
        var asked = client.request("prompts/get", params);
        assertThat(asked.at("/result/resultType").asString()).isEqualTo("input_required");
        assertThat(asked.at("/result/messages").isMissingNode()).isTrue();
        var got = client.request("prompts/get", repeated(params, asked, Map.of("k", accept(2))));
        assertThat(got.at("/result/messages/0/content/text").asString()).isEqualTo("Greet 2 times");
        assertUndeclared("prompts/get", params);
    }

    @Test
    void resourceAsksBeforeItHasContents() throws Exception {
        var params = JsonMapper.shared().createObjectNode().put("uri", "test://asked");
        var asked = client.request("resources/read", params);
        assertThat(asked.at("/result/resultType").asString()).isEqualTo("input_required");
        assertThat(asked.at("/result/contents").isMissingNode()).isTrue();
        assertThat(asked.at("/result/ttlMs").isMissingNode()).isTrue();
        var read = client.request("resources/read", repeated(params, asked, Map.of("k", accept(2))));
        assertThat(read.at("/result/contents/0/text").asString()).isEqualTo("Read 2");
        assertUndeclared("resources/read", params);
    }

    @Test
    void stateBelongsToItsCaller() throws Exception {
        var asked = client.call(execute("purge"));
        var again = repeated(execute("purge"), asked, Map.of("~confirm", ACCEPT));
        assertThat(client.with("X-API-Key", BOB)
                        .call(again)
                        .at("/error/message")
                        .asString())
                .contains("'requestState' does not belong to this request");
        assertThat(shown(client.call(again))).contains("purged");
    }

    @Test
    void eachRoundLeavesItsOwnRecord() throws Exception {
        client.answered(execute("calls"), _ -> ACCEPT);
        assertThat(endpoint.audit().lines())
                .map(line -> JsonMapper.shared().readTree(line))
                .map(line ->
                        line.at("/method").asString() + " " + line.at("/name").asString() + " "
                                + line.at("/outcome").asString() + line.has("rows"))
                .containsExactly(
                        "ctx.call purge input_requiredfalse",
                        "tools/call calls input_requiredfalse",
                        "ctx.call purge completedtrue",
                        "tools/call calls completedtrue");
    }

    private void assertUndeclared(String method, ObjectNode params) throws Exception {
        var unable = new RepeatingClient(endpoint, "{}", List.of("X-API-Key", ANN));
        var response = unable.post(method, params);
        assertThat(response.statusCode()).isEqualTo(400);
        JsonNode error = JsonMapper.shared().readTree(response.body()).get("error");
        assertThat(error.get("code").asInt()).isEqualTo(-32021);
    }

    private static String accept(int number) {
        return "{\"action\":\"accept\",\"content\":{\"n\":%d}}".formatted(number);
    }

    private static Catalog catalog(Leaf... leaves) {
        var open = Servers.searching().catalog(1, leaves);
        var digests = new ApiKeyDigests(Map.of(ApiKeyDigests.digest(ANN), "ann", ApiKeyDigests.digest(BOB), "bob"));
        return new Catalog(
                open.revision(),
                open.server().with(draft -> {
                    draft.auth = new AuthSettings(
                            AuthSettings.Mode.Required,
                            List.of(new AuthPlugin.ApiKeys("partners", "X-API-Key", KEYS)),
                            Optional.empty(),
                            Optional.empty());
                    draft.audit = Optional.of(new AuditSettings(false));
                }),
                open.leaves(),
                new ValueSet("v", Map.of(KEYS, digests.write())));
    }

    private static ToolLeaf confirmed(ToolLeaf leaf) {
        var hints = new ToolLeaf.Hints(
                Optional.of(false), Optional.of(true), Optional.empty(), Optional.empty(), Optional.of(true));
        return leaf.with(draft -> draft.hints = hints);
    }

    private static ToolLeaf reading(ToolLeaf leaf) {
        var hints = new ToolLeaf.Hints(Optional.of(true), Optional.empty(), Optional.empty(), Optional.empty());
        return leaf.with(draft -> draft.hints = hints);
    }

    private static ToolLeaf transformed(String name, String run, String output) {
        return tool(name, run)
                .with(draft -> draft.transforms =
                        Optional.of(new Transforms(Optional.empty(), Optional.of(script(output)), List.of())));
    }

    private static Action.RunScript script(String body) {
        var code = "export default async ({ inputs, results }, ctx) => {" + body + "}";
        return ScriptedEndpoint.script("any", code);
    }

    private static PromptLeaf prompt(String name, String body) {
        var leaf = Leaves.prompt(name, List.of());
        return new PromptLeaf(
                leaf.identity(),
                leaf.name(),
                leaf.title(),
                leaf.description(),
                leaf.icons(),
                List.of(),
                List.of(),
                Optional.of(new PromptLeaf.Computed(List.of(), script(body))),
                Optional.empty(),
                Optional.empty());
    }

    private static Leaf resource(String uri, String body) {
        return Leaves.resource(uri, new Body.Computed(List.of(), script(body), Optional.empty()));
    }
}
