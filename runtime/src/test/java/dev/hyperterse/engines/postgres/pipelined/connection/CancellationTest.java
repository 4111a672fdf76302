package dev.hyperterse.engines.postgres.pipelined.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.engines.postgres.wire.FakeEngine;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class CancellationTest {
    /** Later than a request takes effect that the engine has confirmed at once. */
    private static final long AFTER_THE_TIMEOUT = Duration.ofMillis(1_500).toNanos();

    /** A busy engine has it in its queue, and processes it after the client has given up. */
    @Test
    void unconfirmedRequestMayStopAStatementThatIsSentAfterIt() throws IOException {
        try (var engine = FakeEngine.playing((client, number) -> {
            if (number == 0) {
                client.welcome();
            }
            client.drain();
        })) {
            var cancellation = new Cancellation(engine.dial());
            var began = System.nanoTime();
            cancellation.once();
            assertThat(engine.connections()).isEqualTo(2);
            assertThat(cancellation.mayHaveHit(began + AFTER_THE_TIMEOUT)).isTrue();
        }
    }
}
