package dev.hyperterse.playground.node.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BackOffTest {
    private final BackOff backOff = new BackOff(NodeTiming.ofKubelet());

    @Test
    void doublesFromTheSecondRestartOnUpToFiveMinutes() {
        assertThat(IntStream.range(0, 8)
                        .mapToObj(_ -> backOff.after(Duration.ofSeconds(1)).toSeconds()))
                .containsExactly(0L, 10L, 20L, 40L, 80L, 160L, 300L, 300L);
    }

    @Test
    void aLongRunMakesUpForShortOnes() {
        backOff.after(Duration.ofSeconds(1));
        backOff.after(Duration.ofSeconds(1));
        assertThat(backOff.after(Duration.ofMinutes(11))).isZero();
    }

    /** Waits of tests are short; a process that crashes can take longer than they do. */
    @Test
    void runThatIsLongForItsBackOffAloneMakesUpForNothing() {
        var minute = Duration.ofMinutes(1);
        var quick = new BackOff(new NodeTiming(Duration.ofMillis(1), Duration.ofMillis(2), minute, minute, 0));
        quick.after(Duration.ofSeconds(5));
        assertThat(quick.after(Duration.ofSeconds(5))).hasMillis(1);
    }

    @Test
    void containerThatCannotStartBacksOffAtOnce() {
        assertThat(backOff.afterRefusal()).hasSeconds(10);
        assertThat(backOff.afterRefusal()).hasSeconds(20);
    }
}
