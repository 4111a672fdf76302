package dev.hyperterse.runtime.tool.masking;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.statement.lineage.Lineage;
import dev.hyperterse.statement.lineage.ResultColumn;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** The resolved statements of one adapter, of a schema that is read again every minute, and when a row contradicts it. */
final class KnownLineages {
    private static final long FRESH = TimeUnit.MINUTES.toNanos(1);
    /** Between two readings, also where the first failed. */
    private static final long PAUSE = TimeUnit.SECONDS.toNanos(1);

    private static final int MOST = 1_000;

    private final Function<CallScope, Function<String, Lineage>> reader;
    private final LongSupplier clock;
    private final ReentrantLock reading = new ReentrantLock();
    private volatile Optional<Schema> current = Optional.empty();
    private OptionalLong lastBegun = OptionalLong.empty();

    /** @param reader of a schema, which resolves statements against it */
    KnownLineages(Function<CallScope, Function<String, Lineage>> reader, LongSupplier clock) {
        this.reader = reader;
        this.clock = clock;
    }

    /** @param forget what was resolved: a row has other columns */
    record Known(List<ResultColumn> columns, Runnable forget) {}

    /** @param read when its reading began, and {@code known} when it had ended */
    private record Schema(Function<String, Lineage> resolver, long read, long known, Cache<String, Lineage> resolved) {
        Schema(Function<String, Lineage> resolver, long read, long known) {
            this(
                    resolver,
                    read,
                    known,
                    Caffeine.newBuilder()
                            .maximumSize(MOST)
                            .executor(Runnable::run)
                            .build());
        }

        Lineage resolve(String sql) {
            return resolved.get(sql, resolver);
        }
    }

    /** @throws CallFailure if it cannot be resolved */
    Known of(String sql, CallScope scope) {
        var schema = fresh(scope);
        return switch (schema.resolve(sql)) {
            case Lineage.Resolved(var columns) -> new Known(columns, () -> forget(schema));
            case Lineage.Unresolved(var construct) ->
                throw new CallFailure(
                        Stage.AUTH,
                        "columns are masked here, and it is not known where those of this statement come from: %s"
                                .formatted(construct));
        };
    }

    Optional<String> unresolved(String sql, CallScope scope) {
        return fresh(scope).resolve(sql) instanceof Lineage.Unresolved(var construct)
                ? Optional.of(construct)
                : Optional.empty();
    }

    private void forget(Schema wrong) {
        // One call that is always contradicted must not keep all others waiting for the next reading.
        if (clock.getAsLong() - wrong.known() >= PAUSE
                && current.filter(schema -> schema == wrong).isPresent()) {
            current = Optional.empty();
        }
    }

    private Schema fresh(CallScope scope) {
        var known = known();
        if (known.isPresent()) {
            return known.get();
        }
        scope.await(() -> {
            reading.lockInterruptibly();
            return reading;
        });
        try {
            return known().orElseGet(() -> read(scope));
        } finally {
            reading.unlock();
        }
    }

    private Optional<Schema> known() {
        return current.filter(schema -> clock.getAsLong() - schema.read() < FRESH);
    }

    private Schema read(CallScope scope) {
        var began = clock.getAsLong();
        if (lastBegun.isPresent() && began - lastBegun.getAsLong() < PAUSE) {
            throw new CallFailure(
                    Stage.UNAVAILABLE, "columns are masked here, and the schema is read once a second; try again");
        }
        var before = lastBegun;
        lastBegun = OptionalLong.of(began);
        try {
            var schema = new Schema(reader.apply(scope), began, clock.getAsLong());
            current = Optional.of(schema);
            return schema;
        } catch (CallFailure failure) {
            // A client that leaves says nothing of the database, and may do that again and again.
            scope.ended().filter(CallScope.End.CLIENT::equals).ifPresent(_ -> lastBegun = before);
            throw failure;
        }
    }
}
