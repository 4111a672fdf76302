package dev.hyperterse.cli.console;

import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * The latest version of a value, and the wait for another one than a page has.
 *
 * @param <T> immutable, with an equality
 */
final class Latest<T> implements AutoCloseable {
    /** @param version names the value; another one in each run, so that a page notices a restart */
    record Version<T>(String version, T value) {}

    private final String epoch;
    private long number;
    private T value;
    private boolean closed;

    Latest(String epoch, T first) {
        this.epoch = epoch;
        this.value = first;
    }

    /** Sets the value; an equal one is no new version. */
    synchronized void become(UnaryOperator<T> change) {
        var next = change.apply(value);
        if (!next.equals(value)) {
            value = next;
            number++;
            notifyAll();
        }
    }

    /** The latest version, as soon as it is not {@code seen}, or the same after a while. */
    synchronized Version<T> after(String seen, Duration patience) {
        var until = System.nanoTime() + patience.toNanos();
        while (!closed && version().equals(seen)) {
            var left = (until - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                break;
            }
            try {
                wait(left);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        return new Version<>(version(), value);
    }

    synchronized T value() {
        return value;
    }

    private String version() {
        return epoch + "." + number;
    }

    /** Ends all waits. */
    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
