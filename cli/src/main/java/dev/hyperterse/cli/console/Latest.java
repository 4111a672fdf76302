package dev.hyperterse.cli.console;

import java.time.Duration;
import java.util.Arrays;

/** The latest version of a JSON text, and the wait for another one than a page has. */
final class Latest implements AutoCloseable {
    /** @param version names the text; another one in each run, so that a page notices a restart */
    record Version(String version, byte[] json) {}

    private final String epoch;
    private long number;
    private byte[] json = {};
    private boolean closed;

    Latest(String epoch) {
        this.epoch = epoch;
    }

    /** Sets the text; the same text is no new version. */
    synchronized void become(byte[] next) {
        if (!Arrays.equals(json, next)) {
            json = next;
            number++;
            notifyAll();
        }
    }

    /** The latest version, as soon as it is not {@code seen}, or the same after a while. */
    synchronized Version after(String seen, Duration patience) {
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
        return new Version(version(), json);
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
