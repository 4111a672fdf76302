package dev.hyperterse.playground;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Waits for a condition. The limit is for a machine that has a lot else to do. */
public final class Until {
    private static final Duration LIMIT = Duration.ofSeconds(300);
    private static final Duration LOOK = Duration.ofMillis(100);

    private Until() {}

    public static void holds(String what, Supplier<Boolean> condition) {
        holds(what, LOOK, condition);
    }

    /** Looks less often, where a look takes from what is waited for. */
    public static void holds(String what, Duration pause, Supplier<Boolean> condition) {
        present(what, pause, () -> condition.get() ? Optional.of(true) : Optional.empty());
    }

    public static <T> T present(String what, Supplier<Optional<T>> look) {
        return present(what, LOOK, look);
    }

    /** Says in the end what there was instead. */
    public static <T> T present(String what, Supplier<T> look, Predicate<T> condition) {
        var last = new AtomicReference<T>();
        try {
            return present(what, () -> Optional.of(look.get()).filter(seen -> {
                last.set(seen);
                return condition.test(seen);
            }));
        } catch (AssertionError never) {
            throw new AssertionError(never.getMessage() + ", but " + last.get(), never);
        }
    }

    private static <T> T present(String what, Duration pause, Supplier<Optional<T>> look) {
        var deadline = System.nanoTime() + LIMIT.toNanos();
        while (true) {
            var seen = look.get();
            if (seen.isPresent()) {
                return seen.get();
            }
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("never happened: " + what);
            }
            LockSupport.parkNanos(pause.toNanos());
        }
    }
}
