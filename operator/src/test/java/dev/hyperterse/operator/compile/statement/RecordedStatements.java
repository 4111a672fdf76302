package dev.hyperterse.operator.compile.statement;

import dev.hyperterse.catalog.server.Adapter;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.adapter.AdapterAddress;
import dev.hyperterse.runtime.adapter.AdapterSettings;
import dev.hyperterse.runtime.adapter.AdapterState;
import dev.hyperterse.runtime.adapter.ConnectionTrust;
import dev.hyperterse.runtime.adapter.Connector;
import dev.hyperterse.runtime.adapter.Engines;
import dev.hyperterse.runtime.adapter.OperationKind;
import dev.hyperterse.runtime.adapter.Permits;
import dev.hyperterse.runtime.call.CallScope;
import dev.hyperterse.runtime.connector.EngineConnectors;
import dev.hyperterse.runtime.memory.ResultBuffer;
import dev.hyperterse.runtime.result.RowArray;
import dev.hyperterse.runtime.tool.bind.BoundStatement;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The real engines up to what each connector is given, which is kept in place of being sent. */
final class RecordedStatements implements Engines {
    /** The text and the values that an engine would get. */
    record Sent(String sql, List<Object> values) {}

    private final Engines engines = new EngineConnectors(Path.of("."), Path.of("."));
    private Optional<Sent> last = Optional.empty();

    /** Of the last call; empty when that did not reach the engine. */
    Optional<Sent> takeLast() {
        var sent = last;
        last = Optional.empty();
        return sent;
    }

    @Override
    public AdapterSettings<?> read(Adapter adapter, ValueSet values, long maxResultSize) {
        return new Recorded<>(engines.read(adapter, values, maxResultSize), this);
    }

    private record Recorded<O>(AdapterSettings<O> real, RecordedStatements records) implements AdapterSettings<O> {
        @Override
        public Adapter adapter() {
            return real.adapter();
        }

        @Override
        public AdapterAddress address() {
            return real.address();
        }

        @Override
        public ConnectionTrust trust() {
            return real.trust();
        }

        @Override
        public List<Optional<String>> credentials() {
            return real.credentials();
        }

        @Override
        public OperationKind<O> operations() {
            return real.operations();
        }

        @Override
        public Connector<O> open(Permits permits) {
            return new Recorder<>(records);
        }
    }

    private record Recorder<O>(RecordedStatements records) implements Connector<O> {
        @Override
        public int run(O operation, CallScope scope, ResultBuffer out) {
            var statement = (BoundStatement) operation;
            records.last = Optional.of(new Sent(
                    statement.variant().toString(),
                    Arrays.asList(statement.values().clone())));
            RowArray.affected(0, out);
            return 1;
        }

        @Override
        public AdapterState probe() {
            return state();
        }

        @Override
        public AdapterState state() {
            return AdapterState.up("db");
        }

        @Override
        public void retire(Duration drain) {}

        @Override
        public void close() {}
    }
}
