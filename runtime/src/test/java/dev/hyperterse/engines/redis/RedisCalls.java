package dev.hyperterse.engines.redis;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.result.ResultRules;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.server.adapter.Engine.TlsMode;
import dev.hyperterse.catalog.statement.Command;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Value;
import dev.hyperterse.catalog.statement.Word;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Commands on a Redis, short enough for a test: {@code GET <v>} binds the input v, {@code MGET <list*>} spreads one. */
final class RedisCalls implements AutoCloseable {
    /** Longer than any test waits: a database that answers may do so late on a busy machine. */
    private static final long PATIENCE = 60_000;

    static final Engine.Tls PLAIN = tls(TlsMode.Disable);

    private static final ValueKey URL = key("url");
    private static final List<Input> INPUTS = List.of(
            Input.of("v", InputType.STRING, true),
            Input.of("w", InputType.STRING, true),
            Input.listOf("list", InputType.STRING, true));

    private final TestCalls calls;

    private RedisCalls(TestCalls calls) {
        this.calls = calls;
    }

    static RedisCalls reading(String url) {
        return on(adapter(Adapter.Access.ReadOnly, PATIENCE, 1000), Map.of(URL, url));
    }

    static RedisCalls writing(String url) {
        return on(adapter(Adapter.Access.ReadWrite, PATIENCE, 1000), Map.of(URL, url));
    }

    static RedisCalls on(Adapter adapter, Map<ValueKey, String> values) {
        return new RedisCalls(TestCalls.on(adapter, values));
    }

    static ValueKey key(String setting) {
        return ValueKey.adapter(TestCalls.ADAPTER, setting);
    }

    static Engine.Tls tls(TlsMode mode) {
        return new Engine.Tls(mode, Optional.empty(), Optional.empty(), Optional.empty());
    }

    static Adapter adapter(Adapter.Access access, long statementTimeout, int maxRows) {
        return adapter(access, statementTimeout, maxRows, PLAIN, false);
    }

    static Adapter adapter(
            Adapter.Access access, long statementTimeout, int maxRows, Engine.Tls tls, boolean withUser) {
        var user = withUser ? Optional.of(key("username")) : Optional.<ValueKey>empty();
        var password = withUser ? Optional.of(key("password")) : Optional.<ValueKey>empty();
        return new Adapter(
                TestCalls.ADAPTER,
                access,
                new Adapter.Pool(4, 1, PATIENCE, 600_000, 1_800_000),
                statementTimeout,
                maxRows,
                new Engine.Redis(URL, user, password, Optional.empty(), tls));
    }

    TestCalls calls() {
        return calls;
    }

    String run(String command) {
        return run(command, "{}");
    }

    String run(String command, String arguments) {
        return calls.run(tool(command), arguments);
    }

    /** Runs a command without inputs within the rules of a tool. */
    String run(String command, ResultRules rules) {
        return calls.run(calls.tool(action(command), rules), "{}");
    }

    LinkedTool tool(String command) {
        return calls.tool(INPUTS, action(command));
    }

    static Action action(String command) {
        var words = Arrays.stream(command.split(" ")).map(RedisCalls::word).toList();
        return new Action.RunCommand(TestCalls.ADAPTER, new Command(words, Optional.of(1)), command);
    }

    private static Word word(String text) {
        if (!text.startsWith("<")) {
            return new Word.Fixed(text);
        }
        var name = text.substring(1, text.length() - 1);
        return name.endsWith("*")
                ? new Word.Spread(new Reference.Input(name.substring(0, name.length() - 1)))
                : new Word.Bound(new Value.Whole(new Reference.Input(name)));
    }

    String state() {
        var state = calls.adapters().states().getFirst();
        return state.status() + state.message().map(" "::concat).orElse("");
    }

    @Override
    public void close() {
        calls.close();
    }
}
