package dev.hyperterse.runtime.history;

import static dev.hyperterse.runtime.endpoint.AskedClient.message;
import static dev.hyperterse.runtime.endpoint.ScriptedEndpoint.shown;
import static dev.hyperterse.runtime.endpoint.ScriptedEndpoint.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.access.AccessRule;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.runtime.endpoint.AskedClient;
import dev.hyperterse.runtime.endpoint.ScriptedEndpoint;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Rules;
import dev.hyperterse.runtime.live.Servers;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** Rules that look back at calls, from a client to the answer. The input {@code id} is an int. */
@Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD)
class RulesThatLookBackTest {
    private static final String RUN = "return inputs.id";

    @Test
    void callsBeyondANumberAreDeniedUntilTheWindowHasMoved() throws Exception {
        var tool = ruled(tool("transfer", RUN), "history.count(duration('1h')) < 2");
        try (var endpoint = new ScriptedEndpoint(tool)) {
            assertThat(run(endpoint, "transfer", 1)).isEqualTo("[{\"value\":1}]");
            assertThat(run(endpoint, "transfer", 2)).isEqualTo("[{\"value\":2}]");
            assertThat(run(endpoint, "transfer", 3)).contains("not now");

            advance(endpoint, Duration.ofMinutes(59));
            assertThat(run(endpoint, "transfer", 4)).contains("not now");

            advance(endpoint, Duration.ofMinutes(5));
            assertThat(run(endpoint, "transfer", 5)).isEqualTo("[{\"value\":5}]");
        }
    }

    @Test
    void sumOfAnInputIsThatOfTheCallsThatRan() throws Exception {
        var tool = ruled(tool("transfer", RUN), "history.sum('id', duration('1h')) + double(inputs.id) <= 5000.0");
        try (var endpoint = new ScriptedEndpoint(tool)) {
            assertThat(run(endpoint, "transfer", 3000)).isEqualTo("[{\"value\":3000}]");
            assertThat(run(endpoint, "transfer", 3000)).contains("not now");
            assertThat(run(endpoint, "transfer", -4000)).isEqualTo("[{\"value\":-4000}]");
            assertThat(run(endpoint, "transfer", 3000))
                    .as("a negative amount makes no room")
                    .contains("not now");
            assertThat(run(endpoint, "transfer", 2000))
                    .as("calls that were denied do not count")
                    .isEqualTo("[{\"value\":2000}]");
            assertThat(run(endpoint, "transfer", 1)).contains("not now");
        }
    }

    @Test
    void amountThatIsDeniedDoesNotMakeTheOthersForgotten() throws Exception {
        var sum = "history.sum('amount', duration('1h')) + inputs.amount <= 5000.0";
        var inputs = new Inputs.Declared(List.of(Input.of("amount", InputType.FLOAT, false)));
        var tool = ruled(tool("transfer", RUN), sum).with(draft -> draft.inputs = inputs);
        try (var endpoint = new ScriptedEndpoint(tool)) {
            assertThat(transfer(endpoint, "4000.25")).doesNotContain("isError\":true");
            assertThat(transfer(endpoint, "1e12")).contains("not now");
            assertThat(transfer(endpoint, "1e300")).contains("'amount' is more than 10^12");
            assertThat(transfer(endpoint, "1e400")).contains("isError\":true");
            assertThat(transfer(endpoint, "999.76")).contains("not now");
            assertThat(transfer(endpoint, "999.75")).doesNotContain("isError\":true");
        }
    }

    private static String transfer(ScriptedEndpoint endpoint, String amount) throws Exception {
        var call = "{\"name\":\"execute\",\"arguments\":{\"tool\":\"transfer\",\"inputs\":{\"amount\":%s}}}"
                .formatted(amount);
        return endpoint.endpoint().call("tools/call", call).toString();
    }

    @Test
    void toolIsDeniedAfterAnotherOne() throws Exception {
        var export = ruled(tool("export", RUN), "!history.any('read-secrets', duration('1h'))");
        try (var endpoint = new ScriptedEndpoint(export, tool("read-secrets", RUN), tool("other", RUN))) {
            run(endpoint, "other", 1);
            assertThat(run(endpoint, "export", 1)).isEqualTo("[{\"value\":1}]");
            run(endpoint, "read-secrets", 1);
            assertThat(run(endpoint, "export", 1)).contains("not now");
        }
    }

    @Test
    void failedCallsCountBecauseTheyMayHaveTakenEffect() throws Exception {
        var tool = ruled(tool("transfer", "throw new Error('broke')"), "history.count(duration('1h')) < 1");
        try (var endpoint = new ScriptedEndpoint(tool)) {
            assertThat(run(endpoint, "transfer", 1)).contains("broke");
            assertThat(run(endpoint, "transfer", 1)).contains("not now");
        }
    }

    @Test
    void callsThatDoNotRunDoNotCount() throws Exception {
        var tool = confirmed(ruled(tool("transfer", RUN), "history.count(duration('1h')) < 1"));
        try (var endpoint = new ScriptedEndpoint(tool)) {
            var client = AskedClient.able(endpoint.endpoint());
            for (var declined = 0; declined < 2; declined++) {
                try (var stream = client.begin("transfer")) {
                    client.reply(message(stream), "{\"action\":\"decline\"}");
                    assertThat(shown(message(stream))).contains("did not confirm");
                }
            }
            try (var stream = client.begin("transfer")) {
                client.reply(message(stream), "{\"action\":\"accept\"}");
                assertThat(shown(message(stream))).isEqualTo("[{\"value\":1}]");
            }
            assertThat(endpoint.run(Optional.of(client.session()), "transfer", 1))
                    .contains("not now");
        }
    }

    @Test
    void callsOfScriptsCount() throws Exception {
        var inner = ruled(tool("transfer", RUN), "history.count(duration('1h')) < 3");
        var outer = tool("many", """
                let ran = 0;
                for (let at = 0; at < 5; at++) {
                  try { await ctx.call('transfer', { id: at }); ran++; } catch (denied) {}
                }
                return ran""");
        try (var endpoint = new ScriptedEndpoint(inner, outer)) {
            assertThat(run(endpoint, "many", 1)).isEqualTo("[{\"value\":3}]");
            assertThat(run(endpoint, "transfer", 1)).contains("not now");
        }
    }

    @Test
    void ofCallsAtOnceOnlyThoseThatFitRun() throws Exception {
        var tool = ruled(tool("transfer", RUN), "history.sum('id', duration('1h')) + double(inputs.id) <= 5000.0");
        try (var endpoint = new ScriptedEndpoint(tool)) {
            var ran = new AtomicInteger();
            IntStream.range(0, 30).parallel().forEach(_ -> {
                if (answer(endpoint, "transfer", 2000).startsWith("[")) {
                    ran.incrementAndGet();
                }
            });
            assertThat(ran).hasValue(2);
        }
    }

    @Test
    void ruleWithTheNameOfNoToolAdmitsNobody() throws Exception {
        var missing = ruled(tool("export", RUN), "!history.any('reed-secrets', duration('1h'))");
        var noNumber = ruled(tool("pay", RUN), "history.sum('export', 'amount', duration('1h')) < 5000.0");
        try (var endpoint = new ScriptedEndpoint(missing, noNumber)) {
            assertThat(run(endpoint, "export", 1)).contains("not now");
            assertThat(run(endpoint, "pay", 1)).contains("not now");

            // Once the tool is there, the rule that was linked before finds it.
            endpoint.endpoint()
                    .catalogs()
                    .swap(Servers.searching().catalog(2, missing, noNumber, tool("reed-secrets", RUN)));
            assertThat(run(endpoint, "export", 1)).isEqualTo("[{\"value\":1}]");
            run(endpoint, "reed-secrets", 1);
            assertThat(run(endpoint, "export", 1)).contains("not now");
        }
    }

    @Test
    void toolOfAnotherNamespaceIsNamedOnlyWhereItCouldBeCalled() throws Exception {
        var secrets = tool("read-secrets", RUN);
        var identity = new LeafIdentity(LeafKind.Tool, "elsewhere", "read-secrets", "uid of read-secrets", 1);
        var foreign = secrets.with(draft -> draft.identity = identity);
        var shared = foreign.with(draft -> draft.callableFrom = Optional.of(new ToolLeaf.Callers(true, List.of())));
        var export = ruled(tool("export", RUN), "!history.any('read-secrets', duration('1h'))");
        try (var endpoint = new ScriptedEndpoint(export, foreign)) {
            assertThat(run(endpoint, "export", 1)).contains("not now");
        }
        try (var endpoint = new ScriptedEndpoint(export, shared)) {
            assertThat(run(endpoint, "export", 1)).isEqualTo("[{\"value\":1}]");
        }
    }

    @Test
    void callThatAnotherRuleDeniesDoesNotCountMeanwhile() throws Exception {
        var tool =
                ruled(tool("transfer", RUN), "inputs.id < 100", "history.everyone.sum('id', duration('1h')) <= 100.0");
        try (var endpoint = new ScriptedEndpoint(tool)) {
            assertThat(run(endpoint, "transfer", 5000)).contains("not now");
            assertThat(run(endpoint, "transfer", 50)).isEqualTo("[{\"value\":50}]");
        }
    }

    @Test
    void sumOfAnInputThatIsATextFails() throws Exception {
        var text = new Inputs.Declared(List.of(Input.of("amount", InputType.STRING, false)));
        var tool = ruled(tool("transfer", RUN), "history.sum('amount', duration('1h')) <= 5000.0")
                .with(draft -> draft.inputs = text);
        try (var endpoint = new ScriptedEndpoint(tool)) {
            assertThat(transfer(endpoint, "\"4000\"")).contains("not now");
        }
    }

    @Test
    void historyStaysWhenTheCatalogIsSwapped() throws Exception {
        var tool = ruled(tool("transfer", RUN), "history.count(duration('1h')) < 1");
        try (var endpoint = new ScriptedEndpoint(tool)) {
            run(endpoint, "transfer", 1);
            endpoint.endpoint().catalogs().swap(Servers.searching().catalog(2, tool, tool("other", RUN)));
            assertThat(run(endpoint, "transfer", 1)).contains("not now");
        }
    }

    @Test
    void readsAndPromptsCountAndLookBack() throws Exception {
        var once = policy("history.count(duration('1h')) < 1");
        var after = policy("history.any('log-in', duration('1h'))");
        try (var endpoint = new ScriptedEndpoint(
                tool("log-in", RUN),
                Leaves.resource("test://once", Leaves.text("once")).with(once),
                Leaves.resource("test://after", Leaves.text("after")).with(after),
                Leaves.resource("test://free", Leaves.text("free")))) {
            assertThat(read(endpoint, "test://once")).contains("\"once\"");
            assertThat(read(endpoint, "test://once")).contains("not now");
            assertThat(read(endpoint, "test://after")).contains("not now");
            run(endpoint, "log-in", 1);
            assertThat(read(endpoint, "test://after")).contains("\"after\"");
        }
    }

    private static String read(ScriptedEndpoint endpoint, String uri) throws Exception {
        return endpoint.endpoint()
                .call("resources/read", "{\"uri\":\"%s\"}".formatted(uri))
                .toString();
    }

    private static void advance(ScriptedEndpoint endpoint, Duration time) {
        endpoint.endpoint().rateClock().addAndGet(time.toNanos());
    }

    private static String run(ScriptedEndpoint endpoint, String tool, int id) throws Exception {
        return endpoint.run(Optional.empty(), tool, id);
    }

    private static String answer(ScriptedEndpoint endpoint, String tool, int id) {
        try {
            return run(endpoint, tool, id);
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
    }

    private static ToolLeaf ruled(ToolLeaf tool, String... rules) {
        return tool.with(draft -> draft.access = policy(rules));
    }

    private static Optional<AccessPolicy> policy(String... rules) {
        List<AccessRule> compiled = Arrays.stream(rules)
                .map(rule -> Rules.rule(rule, Optional.of("not now")))
                .toList();
        return Optional.of(AccessPolicy.of(compiled));
    }

    private static ToolLeaf confirmed(ToolLeaf leaf) {
        var hints = new ToolLeaf.Hints(
                Optional.of(false), Optional.of(true), Optional.empty(), Optional.empty(), Optional.of(true));
        return leaf.with(draft -> draft.hints = hints);
    }
}
