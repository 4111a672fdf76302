package dev.hyperterse.scripts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.CallTrace;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.context.CallContext;
import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.fetch.Fetches;
import dev.hyperterse.calls.fetch.HttpConnections;
import dev.hyperterse.calls.fetch.address.NameService;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.catalog.script.CompiledScript;
import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.catalog.script.ScriptModule;
import dev.hyperterse.javascript.isolated.Isolate;
import dev.hyperterse.javascript.isolated.IsolateArguments;
import dev.hyperterse.javascript.isolated.IsolateHost;
import dev.hyperterse.scripts.author.DeployedScript;
import dev.hyperterse.scripts.author.LoggedScripts;
import dev.hyperterse.scripts.author.ScriptOwner;
import dev.hyperterse.scripts.exchange.ScriptCall;
import dev.hyperterse.scripts.host.Realm;
import dev.hyperterse.scripts.host.Realms;
import dev.hyperterse.scripts.host.RunEnd;
import dev.hyperterse.scripts.host.RunFetches;
import dev.hyperterse.scripts.host.RunQueries;
import dev.hyperterse.scripts.host.RunTimers;
import dev.hyperterse.scripts.host.ScriptHost;
import dev.hyperterse.scripts.host.ScriptProgram;
import dev.hyperterse.scripts.host.WaitsFor;
import dev.hyperterse.scripts.realm.IsolatedArguments;
import dev.hyperterse.scripts.turn.RecentUse;
import dev.hyperterse.scripts.turn.ScriptShare;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A script that has broken out of QuickJS, but not of its memory, can call the host with any arguments. It gains what
 * {@code ctx} gives anyway.
 */
class IsolatedHostTest {
    private static final String NOTHING = "nothing";
    /** Of which prelude.js makes a TypeError. */
    private static final String REFUSED = "-1";

    private final DeadlineTimer deadlines = new DeadlineTimer();
    private final CallScope scope = CallScope.open(deadlines, RunningScripts.LONG);
    private final HttpConnections connections = new HttpConnections(NameService.SYSTEM);
    private final Queue<String> asked = new ConcurrentLinkedQueue<>();
    private final CountDownLatch answered = new CountDownLatch(2);
    private final RunQueries answers = new RunQueries(32, _ -> answered.countDown());
    private final RunEnd end = new RunEnd();
    private final ScriptHost host = host();
    private ScriptHost forwardsTo = host;
    private final Isolate world = Isolate.start(32 << 20, new Forwarding());

    private ScriptHost host() {
        return host(ScriptOwner.Kind.TOOL);
    }

    private ScriptHost host(ScriptOwner.Kind kind) {
        var script = new CompiledScript(
                "digest",
                List.of(new ScriptModule("main.js", "export default () => 1", Optional.empty())),
                ScriptIsolation.Isolated);
        var owner = new ScriptOwner(kind, "shop", "tool", false);
        var fetches = new Fetches(owner.namespace(), List.of(), connections);
        var program = new ScriptProgram(
                new DeployedScript(owner, script, Map.of(), List.of()),
                _ -> new ScriptShare(new RecentUse()),
                new NoRealms(),
                fetches,
                new LoggedScripts());
        var budget = new BufferBudget(1 << 20);
        var call = new ScriptCall(
                "{}",
                Optional.empty(),
                new CallContext(Principal.ANONYMOUS, Client.NONE, scope),
                (name, _, _) -> {
                    asked.add("query " + name);
                    throw new CallFailure(Stage.EXECUTION, "no query");
                },
                (name, _, _) -> {
                    asked.add("call " + name);
                    throw new CallFailure(Stage.EXECUTION, "no tool");
                },
                () -> budget.open(1 << 16));
        return new ScriptHost(
                program,
                call,
                end,
                1000,
                new RunTimers(deadlines, _ -> {}),
                answers,
                new RunFetches(fetches, CallTrace.NONE, call.buffers()));
    }

    /** The world of this test is not one of a run. */
    private record NoRealms() implements Realms {
        @Override
        public CompletableFuture<?> ready() {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public Realm open(ScriptHost host) {
            throw new UnsupportedOperationException();
        }
    }

    private final class Forwarding implements IsolateHost {
        @Override
        public Object call(IsolateArguments arguments) {
            return forwardsTo.execute(arguments.text(0), new IsolatedArguments(arguments));
        }
    }

    @AfterEach
    void close() {
        host.close();
        scope.close();
        connections.close();
        deadlines.close();
    }

    /** What a call of the host gives to a script that makes it, or that it ended the turn. */
    private String forged(String call) {
        var result = new String[] {NOTHING};
        try {
            world.turn(() -> {
                var function = world.evaluate("forged.js", "(host) => String(" + call + ")");
                result[0] = world.text(world.call(function, world.hostFunction()));
            });
        } catch (RuntimeException ended) {
            return NOTHING;
        }
        return result[0];
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            host('no such operation')
            host()
            host({toString() { throw 1 }})
            host(null)
            host('fetched text', 7)
            host('fetched text', -1)
            host('fetched bytes', 7, new ArrayBuffer(8))
            host('fetched bytes', 7, 'no buffer')
            host('fetch', 1, 'no JSON', null)
            host('fetch', 1, '{"headers": [[]], "method": 1}', null)
            host('fetch', 1, '{}', {})
            host('part', '../../../../etc/passwd')
            host('part', 'isolated')
            host('client', 'no such operation')
            host('client', 'set', 'key')
            host('fact')
            host('fact', 'no such fact')
            host('log')
            host('log', 'info', 'no JSON')
            host('result', 'no array', '{}', true, '{}')
            host('ipv6', '::1%eth0')
            host('elicit', 1, 'no JSON')
            """)
    void forgedCallReturnsNothing(String call) {
        assertThat(forged(call)).isIn(NOTHING, REFUSED, "true", "false", "null", "undefined", "");
    }

    /** A program has fewer rights than a script: its author is a client. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "host('query', 1, 'orders', null)",
                "host('fetch', 1, '{\"url\": \"http://localhost/\"}', null)",
                "host('client', 'get', 'key')",
                "host('client', 'set', 'key', '1')",
                "host('client', 'notify', 'test://orders')",
                "host('elicit', 1, 'key', '{\"message\": \"Who?\"}')",
                "host('sample', 1, 'key', '{}')",
                "host('roots', 1, 'key', '{}')",
                "host('keep', 'key', '1')",
                "host('kept', 'key')",
                "host('fact', 'environment')",
                "host('fact', 'principal')",
                "host('fact', 'headers')",
                "host('fact', 'client')",
                "host('fact', 'request key')",
                "host('log', 'info', '1')",
                "host('progress', 1, null, null)",
                "host('rows', '[]', 0)",
                "host('value', '1')"
            })
    void forgedCallOfAProgramReturnsNothing(String call) {
        try (var ofProgram = host(ScriptOwner.Kind.PROGRAM)) {
            forwardsTo = ofProgram;
            assertThat(forged(call)).isEqualTo(REFUSED);
            assertThat(asked).isEmpty();
        }
    }

    @Test
    void forgedQueryEqualsThatOfTheContext() throws InterruptedException {
        assertThat(forged("host('query', 1, 'orders', null)")).isEqualTo("true");
        assertThat(forged("host('call', 2, 'orders', '{}')")).isEqualTo("true");
        assertThat(answered.await(1, TimeUnit.MINUTES)).isTrue();
        assertThat(asked).containsExactlyInAnyOrder("query orders", "call orders");
    }

    /** The first answer would be in no map any more, and the memory that it holds not in that of a run. */
    @Test
    void aNumberIsWaitedForOnce() throws InterruptedException {
        assertThat(forged("host('wait', 7, 1e9)")).isEqualTo("true");
        assertThat(forged("host('wait', 7, 1e9)")).isEqualTo(REFUSED);
        assertThat(forged("host('call', 7, 'orders', '{}')")).isEqualTo("true");
        assertThat(forged("host('query', 7, 'orders', null)")).isEqualTo(REFUSED);
        assertThat(forged("host('call', 8, 'orders', '{}')")).isEqualTo("true");
        assertThat(answered.await(1, TimeUnit.MINUTES)).isTrue();
        assertThat(asked).containsExactly("call orders", "call orders");
    }

    @Test
    void namesOfToolsAreLimited() {
        assertThat(forged("host('describe', 1, JSON.stringify(Array(20000).fill('')))"))
                .isEqualTo(REFUSED);
    }

    @Test
    void forgedTimersAreLimited() {
        assertThat(forged("[NaN, Infinity, -1, 2 ** 53, {}].map((it) => host('wait', it, it)).length"))
                .isIn(NOTHING, "5");
        for (var round = 0; round < 3; round++) {
            forged("Array.from({length: 1000}, (_, id) => host('wait', id, 1e9)).length");
        }
        assertThat(forged("host('wait', 5000, 1)")).isEqualTo("false");
    }

    @Test
    void forgedResultIsChecked() {
        forged("host('rows', '{\"no\": \"array\"}', 1)");
        end.turnEnded(WaitsFor.THIS_RUN);
        assertThatThrownBy(end::await).hasMessage("toJSON changes the form of what the script returned");
    }
}
