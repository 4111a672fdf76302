package dev.hyperterse.telemetry.logging;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BackgroundTurnTest {
    @Test
    void aTurnThatFailsIsFollowedByTheNext() {
        var turns = new AtomicInteger();
        BackgroundTurn.run("test", () -> {
            turns.incrementAndGet();
            throw new IllegalStateException("a bug");
        });
        BackgroundTurn.run("test", () -> {
            turns.incrementAndGet();
            throw new StackOverflowError();
        });
        BackgroundTurn.run("test", turns::incrementAndGet);
        assertThat(turns).hasValue(3);
    }
}
