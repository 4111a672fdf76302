package dev.hyperterse.controlplane.junit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** As many fixtures of a kind as classes run at once. What one class leaves behind, the next finds. */
public final class FixturePool implements AutoCloseable {
    private static final Namespace NAMESPACE = Namespace.create(FixturePool.class);

    private final Supplier<? extends AutoCloseable> start;
    private final List<AutoCloseable> started = new ArrayList<>();
    private final Deque<AutoCloseable> free = new ArrayDeque<>();

    private FixturePool(Supplier<? extends AutoCloseable> start) {
        this.start = start;
    }

    /**
     * One that the class of this context has for itself until it is done. The store of the run closes all, the store of a
     * class gives back what it was lent.
     *
     * @param kind fixtures of the same kind are lent again
     */
    public static <T extends AutoCloseable> T lend(
            ExtensionContext context, Object kind, Class<T> type, Supplier<T> start) {
        var pool = context.getRoot()
                .getStore(NAMESPACE)
                .computeIfAbsent(new Kind(kind), _ -> new FixturePool(start), FixturePool.class);
        var lent = ofClass(context)
                .getStore(NAMESPACE)
                .computeIfAbsent(new LentKind(kind), _ -> new Lent(pool.taken(), pool), Lent.class);
        return type.cast(lent.fixture());
    }

    private static ExtensionContext ofClass(ExtensionContext context) {
        var found = context;
        while (found.getTestMethod().isPresent()
                || found.getParent().flatMap(ExtensionContext::getTestClass).isPresent()) {
            found = found.getParent().orElseThrow();
        }
        return found;
    }

    private AutoCloseable taken() {
        synchronized (this) {
            if (!free.isEmpty()) {
                return free.pop();
            }
        }
        var fixture = start.get();
        synchronized (this) {
            started.add(fixture);
        }
        return fixture;
    }

    private synchronized void takeBack(AutoCloseable fixture) {
        free.push(fixture);
    }

    @Override
    public synchronized void close() {
        for (var fixture : started) {
            try {
                fixture.close();
            } catch (Exception failed) {
                throw new IllegalStateException(failed);
            }
        }
    }

    private record Kind(Object kind) {}

    private record LentKind(Object kind) {}

    private record Lent(AutoCloseable fixture, FixturePool pool) implements AutoCloseable {
        @Override
        public void close() {
            pool.takeBack(fixture);
        }
    }
}
