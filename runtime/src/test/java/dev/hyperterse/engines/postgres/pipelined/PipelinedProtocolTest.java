package dev.hyperterse.engines.postgres.pipelined;

import static dev.hyperterse.engines.postgres.wire.FakeConversation.error;
import static dev.hyperterse.engines.postgres.wire.FakeConversation.int2;
import static dev.hyperterse.engines.postgres.wire.FakeConversation.int4;
import static dev.hyperterse.engines.postgres.wire.FakeConversation.message;
import static dev.hyperterse.engines.postgres.wire.FakeConversation.ready;
import static dev.hyperterse.engines.postgres.wire.FakeConversation.setting;
import static dev.hyperterse.engines.postgres.wire.FakeConversation.text;
import static dev.hyperterse.runtime.tool.TestCalls.input;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.turn.Permits;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.engines.PasswordSource;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.engines.postgres.wire.EngineTimeouts;
import dev.hyperterse.engines.postgres.wire.FakeEngine;
import dev.hyperterse.engines.postgres.wire.Login;
import dev.hyperterse.engines.postgres.wire.host.HostChoice;
import dev.hyperterse.engines.postgres.wire.host.ServerAddress;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever the engine sends: a call gets its own rows or fails, the connection ends, no thread blocks for ever. */
@Timeout(120)
class PipelinedProtocolTest {
    private static final List<Input> INPUTS = List.of(input("int", InputType.INT, true));
    private static final String UNAVAILABLE = "unavailable: adapter db unavailable";
    private static final int ROUNDS = 1_500;

    @Test
    void statementsAreAnswered() throws IOException {
        try (var engine = FakeEngine.playing(new FakeDatabase((_, _) -> Optional.empty()));
                var calls = calls(engine)) {
            var tool = tool(calls);
            for (var number = 1; number < 50; number++) {
                assertThat(run(calls, tool, number)).isEqualTo("[{\"v\":%d}]".formatted(number));
            }
        }
    }

    /** Notices, notifications and reports of settings may come between any two messages. */
    @Test
    void asynchronousMessagesAreIgnored() throws IOException {
        var asides = new byte[][] {
            message('N', text("SNOTICE"), new byte[1]),
            message('A', int4(1), text("channel"), text("payload")),
            setting("application_name", "other"),
            message('N', new byte[100_000])
        };
        try (var engine = FakeEngine.playing(new FakeDatabase((usual, _) -> {
                    var all = new ArrayList<byte[]>();
                    usual.forEach(each -> all.addAll(List.of(asides[0], asides[1], asides[2], asides[3], each)));
                    return Optional.of(all);
                }));
                var calls = calls(engine)) {
            assertThat(run(calls, tool(calls), 7)).isEqualTo("[{\"v\":7}]");
        }
    }

    private static Stream<List<byte[]>> violations() {
        var row = FakeDatabase.row("7".getBytes());
        var complete = message('C', text("SELECT 1"));
        return Stream.of(
                List.of(row, complete, ready()),
                List.of(message('2'), row, ready()),
                List.of(message('2'), complete, ready()),
                List.of(message('2'), row, row, complete, ready()),
                List.of(message('2'), row, message('s'), ready()),
                List.of(message('2'), message('s'), ready()),
                List.of(message('2'), row, complete, row, ready()),
                List.of(message('2'), row, complete, complete, ready()),
                List.of(message('2'), message('2'), row, complete, ready()),
                List.of(message('1'), message('2'), row, complete, ready()),
                List.of(message('2'), message('n'), row, complete, ready()),
                List.of(message('2'), FakeDatabase.description("v", 25), row, complete, ready()),
                List.of(message('2'), row, complete, message('Z', new byte[] {'T'})),
                List.of(message('2'), row, complete, message('Z')),
                List.of(message('2'), error("22012", "x"), row, complete, ready()),
                List.of(message('2'), message('D'), complete, ready()),
                List.of(message('2'), message('D', int2(1)), complete, ready()),
                List.of(message('2'), message('D', int2(2), int4(-1), int4(-1)), complete, ready()),
                List.of(message('2'), message('D', int2(1), int4(100), new byte[1]), complete, ready()),
                List.of(message('2'), message('D', int2(1), int4(Integer.MAX_VALUE)), complete, ready()),
                List.of(message('2'), message('D', int2(1), int4(-2)), complete, ready()),
                List.of(message('2'), message('D', int2(1), int4(1), new byte[] {'7', '7'}), complete, ready()),
                List.of(message('2'), new byte[] {'D', 0, 0, 0, 3}),
                List.of(message('2'), new byte[] {'D', (byte) 0xff, 0, 0, 3}),
                List.of(new byte[] {'2', 0x7f, 0, 0, 0}),
                List.of(message('G', new byte[3]), ready()),
                List.of(message('W', new byte[3]), ready()),
                List.of(message('R', int4(0)), ready()),
                List.of(message('X', new byte[3]), ready()),
                List.of(ready()),
                List.of());
    }

    /** Both connections that a call tries say the same. */
    @ParameterizedTest
    @MethodSource("violations")
    void protocolViolationEndsTheConnection(List<byte[]> answer) throws IOException {
        try (var engine = FakeEngine.playing(
                        new FakeDatabase((_, connection) -> Optional.of(answer).filter(_ -> connection > 0)));
                var calls = calls(engine)) {
            var tool = tool(calls);
            assertThat(run(calls, tool, 7)).isIn(UNAVAILABLE, "[{\"v\":7}]");
            assertThat(run(calls, tool, 7)).isIn(UNAVAILABLE, "[{\"v\":7}]");
            assertThat(calls.budget().used()).isZero();
        }
    }

    /** Of one answer among many, messages are lost, doubled, changed, cut, or come in another order. */
    @Test
    void damagedAnswersNeverYieldWrongRows() throws IOException {
        var random = new Random(7);
        var damages = new AtomicInteger();
        try (var engine = FakeEngine.playing(new FakeDatabase((usual, _) -> {
                    if (damages.incrementAndGet() % 3 != 0) {
                        return Optional.empty();
                    }
                    synchronized (random) {
                        return Optional.of(damaged(usual, random));
                    }
                }));
                var calls = calls(engine)) {
            var tool = tool(calls);
            for (var number = 1; number <= ROUNDS; number++) {
                var outcome = run(calls, tool, number);
                assertThat(outcome.equals("[{\"v\":%d}]".formatted(number))
                                || outcome.equals(UNAVAILABLE)
                                || outcome.startsWith("execution:")
                                // A damaged length claims a row that is larger than any result may be.
                                || outcome.startsWith("result:"))
                        .as(outcome)
                        .isTrue();
                assertThat(calls.budget().used()).isZero();
            }
            assertThat(damages).hasValueGreaterThan(ROUNDS / 3);
        }
    }

    @Test
    void neighboursOfADamagedAnswerHaveTheirOwnRows() throws Exception {
        var random = new Random(8);
        var answers = new AtomicInteger();
        var wrong = new ConcurrentLinkedQueue<String>();
        try (var engine = FakeEngine.playing(new FakeDatabase((usual, _) -> {
                    if (answers.incrementAndGet() % 20 != 0) {
                        return Optional.empty();
                    }
                    synchronized (random) {
                        return Optional.of(damaged(usual, random));
                    }
                }));
                var calls = calls(engine)) {
            var tool = tool(calls);
            var callers = new ArrayList<Thread>();
            for (var caller = 0; caller < 16; caller++) {
                var first = caller * ROUNDS;
                callers.add(Thread.ofVirtual().start(() -> {
                    for (var number = first; number < first + ROUNDS / 3; number++) {
                        var outcome = run(calls, tool, number);
                        if (outcome.startsWith("[") && !outcome.equals("[{\"v\":%d}]".formatted(number))) {
                            wrong.add(outcome);
                        }
                    }
                }));
            }
            for (var caller : callers) {
                caller.join();
            }
            assertThat(wrong).isEmpty();
            assertThat(calls.budget().used()).isZero();
        }
    }

    @Test
    void unfinishedAnswerEndsWithTheCall() throws IOException {
        try (var engine = FakeEngine.playing((client, _) -> {
                    client.welcome();
                    client.drain();
                });
                var calls = calls(engine)) {
            assertThat(calls.run(tool(calls), "{\"int\": 7}", ResultBuffer.Form.PLAIN, Duration.ofMillis(100)))
                    .isEqualTo("timeout: the call took too long and was cancelled");
        }
    }

    @ParameterizedTest
    @CsvSource({"ReadOnly, ''", "ReadWrite, '; whether the statement took effect is unknown'"})
    void callThatEndsBeforeTheResponseReportsAnUnknownEffectOfAWrite(Access access, String effect) throws IOException {
        var over = new Semaphore(0);
        var arrived = new AtomicBoolean();
        try (var engine = FakeEngine.playing(new FakeDatabase((_, _) -> {
                    arrived.set(true);
                    over.acquireUninterruptibly();
                    return Optional.empty();
                }));
                var calls = calls(engine, access)) {
            assertThat(calls.runUntil(arrived::get, tool(calls), "{\"int\": 7}"))
                    .isEqualTo("timeout: the call took too long and was cancelled" + effect);
        } finally {
            over.release(100);
        }
    }

    @Test
    void invalidUserIsReportedInTheStateOfTheAdapter() {
        var url = "postgresql://127.0.0.1:1/shop";
        try (var calls = TestCalls.on(
                TestAdapters.postgres(Access.ReadOnly),
                Map.of(TestAdapters.URL, url, TestAdapters.USERNAME, "me\0", TestAdapters.PASSWORD, "secret"))) {
            assertThat(calls.run(Dialect.POSTGRES, "SELECT 1")).isEqualTo(UNAVAILABLE);
            assertThat(calls.adapters().states())
                    .containsExactly(AdapterState.down(
                            TestCalls.ADAPTER, "the user, the password, the database or a parameter has a zero byte"));
        }
    }

    @Test
    void internalErrorWhileConnectingReachesTheStateOfTheAdapter() throws IOException {
        try (var engine = FakeEngine.playing(new FakeDatabase((_, _) -> Optional.empty()))) {
            var login = new Login(
                    ServerAddress.list("127.0.0.1:" + engine.port()),
                    new HostChoice(HostChoice.Role.ANY, false),
                    Map.of("user", "me\0"),
                    PasswordSource.fixed(Optional.empty()),
                    Optional.empty(),
                    "SET x",
                    new EngineTimeouts(Duration.ofSeconds(30), Duration.ZERO, Duration.ZERO),
                    true);
            var adapter = TestAdapters.postgres(Access.ReadOnly);
            var settings = new PipelinedSettings(adapter, login, "SET x", List.of(), TestCalls.MAX_RESULT);
            try (var connector = new PipelinedConnector(settings, new Permits(1))) {
                var down = AdapterState.down(TestCalls.ADAPTER, "an internal error; see the log of the replica");
                assertThat(connector.probe()).isEqualTo(down);
                assertThat(connector.state()).isEqualTo(down);
            }
        }
    }

    private static List<byte[]> damaged(List<byte[]> usual, Random random) {
        var messages = new ArrayList<>(usual.stream().map(byte[]::clone).toList());
        var at = random.nextInt(messages.size());
        var message = messages.get(at);
        switch (random.nextInt(7)) {
            case 0 -> messages.remove(at);
            case 1 -> messages.add(at, message);
            case 2 -> Collections.swap(messages, at, random.nextInt(messages.size()));
            case 3 -> message[0] = (byte) random.nextInt();
            case 4 -> message[1 + random.nextInt(4)] ^= (byte) (1 << random.nextInt(8));
            case 5 -> {
                messages.set(at, Arrays.copyOf(message, random.nextInt(message.length)));
                messages.subList(at + 1, messages.size()).clear();
            }
            default -> messages.add(at, message((char) ('A' + random.nextInt(58)), new byte[random.nextInt(20)]));
        }
        return messages;
    }

    private static TestCalls calls(FakeEngine engine) {
        return calls(engine, Access.ReadOnly);
    }

    private static TestCalls calls(FakeEngine engine, Access access) {
        var url = "postgresql://127.0.0.1:%d/shop".formatted(engine.port());
        return TestCalls.on(
                TestAdapters.postgres(access, 2, 60_000, 100),
                Map.of(TestAdapters.URL, url, TestAdapters.USERNAME, "me", TestAdapters.PASSWORD, "secret"));
    }

    private static LinkedTool tool(TestCalls calls) {
        return calls.tool(INPUTS, TestCalls.statement(Dialect.POSTGRES, "SELECT <int> AS v", INPUTS));
    }

    private static String run(TestCalls calls, LinkedTool tool, int number) {
        return calls.run(tool, "{\"int\": %d}".formatted(number));
    }
}
