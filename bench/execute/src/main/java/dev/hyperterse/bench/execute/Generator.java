package dev.hyperterse.bench.execute;

import java.io.IOException;
import java.time.Duration;

/** Asks a contender over so many connections at once, one question after the other on each. */
interface Generator {
    String name();

    /** @throws IOException when a single call failed */
    Figures run(Contender contender, int connections, Duration duration) throws IOException, InterruptedException;

    /** {@code wrk} where it is installed: it takes a fifth of the processor time that a generator in Java takes. */
    static Generator best() throws IOException, InterruptedException {
        return Wrk.isInstalled() ? new Wrk() : new JavaLoad();
    }
}
