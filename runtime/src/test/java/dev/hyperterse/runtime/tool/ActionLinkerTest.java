package dev.hyperterse.runtime.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.adapter.AdapterAddress;
import dev.hyperterse.calls.adapter.AdapterSettings;
import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.calls.adapter.Adapters;
import dev.hyperterse.calls.adapter.ConnectionTrust;
import dev.hyperterse.calls.adapter.Connector;
import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.calls.adapter.OperationKind;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.turn.Permits;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.scripts.ScriptLinker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tools on an engine whose operations are no SQL: nothing of {@code tool} knows what they are. */
class ActionLinkerTest {
    private final DeadlineTimer deadlines = new DeadlineTimer();
    private final Adapters adapters = new Adapters((adapter, _, _) -> new Echo(adapter), Handover.standard());

    @AfterEach
    void close() {
        adapters.close();
        deadlines.close();
    }

    @Test
    void operationOfAnyKindIsBoundAndRun() {
        assertThat(call(action(TestCalls.ADAPTER, Dialect.SQLITE))).isEqualTo("[\"GET orders\"]");
    }

    @Test
    void actionOfAnotherKindFindsNoAdapter() {
        assertThat(call(action(TestCalls.ADAPTER, Dialect.POSTGRES))).isEqualTo("unavailable: adapter db unavailable");
    }

    @Test
    void actionWithoutItsAdapterIsUnavailable() {
        assertThat(call(action("other", Dialect.SQLITE))).isEqualTo("unavailable: adapter other unavailable");
    }

    private static Action action(String adapter, Dialect dialect) {
        return new Action.RunSql(adapter, new SqlStatement(dialect, List.of(new Segment.Text("GET"))), "");
    }

    private String call(Action action) {
        var settings = TestCalls.live(
                adapters,
                List.of(TestAdapters.sqlite(Adapter.Access.ReadOnly)),
                ValueSet.empty(),
                TestCalls.limits(TestCalls.MAX_RESULT, 256));
        var tool = new ActionLinker(ScriptLinker.none())
                .link(List.of(TestCalls.input("key", InputType.STRING, false)), action, Optional.empty(), settings);
        try (var scope = CallScope.open(deadlines, 20_000);
                var out = new BufferBudget(TestCalls.MAX_RESULT).open(TestCalls.MAX_RESULT)) {
            return TestCalls.run(tool, "{\"key\":\"orders\"}", scope, out);
        }
    }

    /** An operation as no engine of SQL has it. */
    private record Command(String verb, Object key) {}

    /** An engine that answers with the command it was given. */
    private record Echo(Adapter adapter) implements AdapterSettings<Command>, Connector<Command> {
        private static final OperationKind<Command> COMMANDS = (action, inputs, values) -> switch (action) {
            case Action.RunSql(var adapter, var statement, var text)
            when statement.dialect() == Dialect.SQLITE ->
                Optional.of((slots, principal, memory) -> new Command("GET", slots[position(inputs)]));
            case Action.RunSql _, Action.RunAdHocSql _, Action.RunDocument _ -> Optional.empty();
            case Action.RunCommand _, Action.RunRequest _, Action.OnServer _ -> Optional.empty();
            case Action.RunScript _, Action.Compose _ -> Optional.empty();
        };

        private static int position(List<Input> inputs) {
            return inputs.stream().map(Input::name).toList().indexOf("key");
        }

        @Override
        public String system() {
            return "echo";
        }

        @Override
        public AdapterAddress address() {
            return new AdapterAddress("echo", Optional.empty(), Optional.empty(), Map.of());
        }

        @Override
        public ConnectionTrust trust() {
            return ConnectionTrust.LOCAL;
        }

        @Override
        public List<Optional<String>> credentials() {
            return List.of();
        }

        @Override
        public OperationKind<Command> operations() {
            return COMMANDS;
        }

        @Override
        public Connector<Command> open(Permits permits) {
            return this;
        }

        @Override
        public int run(Command command, CallScope scope, ResultBuffer out) {
            out.json('[').quoted(command.verb() + " " + command.key()).json(']');
            return 1;
        }

        @Override
        public AdapterState probe() {
            return state();
        }

        @Override
        public AdapterState state() {
            return AdapterState.up(adapter.name());
        }

        @Override
        public void retire(Duration drain) {}

        @Override
        public void close() {}
    }
}
