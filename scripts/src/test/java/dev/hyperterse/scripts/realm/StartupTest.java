package dev.hyperterse.scripts.realm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.script.CompiledScript;
import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.catalog.script.ScriptModule;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StartupTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final AtomicInteger starts = new AtomicInteger();

    /** The first start exhausts the memory. */
    private <T> CompletableFuture<T> started(T value) {
        return starts.incrementAndGet() == 1
                ? CompletableFuture.failedFuture(new OutOfMemoryError("for a moment"))
                : CompletableFuture.completedFuture(value);
    }

    @Test
    void failedStartIsTriedAgainByTheNextCall() {
        var startup = new Startup<>(() -> started("ready"));
        assertThat(startup.ready()).succeedsWithin(LIMIT).isEqualTo("ready");
        assertThat(startup.ready()).succeedsWithin(LIMIT).isEqualTo("ready");
        assertThat(starts).as("one failed, one succeeded").hasValue(2);
    }

    @Test
    void runningStartIsShared() {
        var pending = new CompletableFuture<String>();
        var startup = new Startup<>(() -> {
            starts.incrementAndGet();
            return pending;
        });
        assertThat(startup.ready()).isSameAs(startup.ready());
        assertThat(starts).hasValue(1);
    }

    @Test
    void isolatedScriptIsLinkedAfterAFailedStartOfItsEngine() {
        var first = new CompletableFuture<IsolatedEngine>();
        var engine = new Startup<>(
                () -> starts.incrementAndGet() == 1 ? first : CompletableFuture.completedFuture(new IsolatedEngine()));
        var realms = new IsolatedRealms(script(), engine, () -> 32L << 20, Runnable::run);
        first.completeExceptionally(new OutOfMemoryError("for a moment"));
        assertThat(realms.ready()).succeedsWithin(LIMIT);
    }

    private static CompiledScript script() {
        return new CompiledScript(
                "digest",
                List.of(new ScriptModule("main.js", "export default () => 1", Optional.empty())),
                ScriptIsolation.Isolated);
    }
}
