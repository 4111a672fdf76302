package dev.hyperterse.compiler;

import dev.hyperterse.calls.adapter.AdapterAddress;
import dev.hyperterse.calls.adapter.AdapterSettings;
import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.calls.adapter.ConnectionTrust;
import dev.hyperterse.calls.adapter.Connector;
import dev.hyperterse.calls.adapter.Engines;
import dev.hyperterse.calls.adapter.OperationKind;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.result.RowArray;
import dev.hyperterse.calls.turn.Permits;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.EngineConnectors;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The real engines up to what each connector is given, which is kept in place of being sent.
 *
 * @param <T> what a test looks at of it
 */
public final class RecordedOperations<T> implements Engines {
    private final Function<Object, T> kept;
    private final Engines engines = new EngineConnectors(Path.of("."), Path.of("."));
    private Optional<T> last = Optional.empty();

    public RecordedOperations(Function<Object, T> kept) {
        this.kept = kept;
    }

    /** Of the last call; empty when that did not reach the engine. */
    public Optional<T> takeLast() {
        var sent = last;
        last = Optional.empty();
        return sent;
    }

    @Override
    public AdapterSettings<?> read(Adapter adapter, ValueSet values, long maxResultSize) {
        return new Recorded<>(engines.read(adapter, values, maxResultSize), this::keep);
    }

    private void keep(Object operation) {
        last = Optional.of(kept.apply(operation));
    }

    private record Recorded<O>(AdapterSettings<O> real, Consumer<Object> keeps) implements AdapterSettings<O> {
        @Override
        public Adapter adapter() {
            return real.adapter();
        }

        @Override
        public String system() {
            return real.system();
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
            return new Recorder<>(keeps);
        }
    }

    private record Recorder<O>(Consumer<Object> keeps) implements Connector<O> {
        @Override
        public int run(O operation, CallScope scope, ResultBuffer out) {
            keeps.accept(operation);
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
