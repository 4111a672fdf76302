package dev.hyperterse.bench.execute;

import java.io.IOException;
import java.time.Duration;

/** The generator that is always there; it runs in the process of the bench. */
final class JavaLoad implements Generator {
    @Override
    public String name() {
        return "java";
    }

    @Override
    public Figures run(Contender contender, int connections, Duration duration) throws IOException {
        return new Load(contender).run(connections, duration);
    }
}
