package dev.hyperterse.engines.postgres.pipelined.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.engines.postgres.wire.FakeEngine;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class ExchangeQueueTest implements PipelinedConnection.Owner {
    @Override
    public void queueEnded(PipelinedConnection connection) {
        // Nobody waits for it.
    }

    @Override
    public void watch() {
        // Nothing stalls here.
    }

    @Test
    void frequentSenderLeavesSendingToTheLastWriter() throws IOException {
        try (var engine = FakeEngine.playing((client, _) -> {
            client.welcome();
            client.drain();
        })) {
            var wire = engine.dial();
            var session = new SessionState(List.of(), wire.reported());
            // So far ahead that no pause of the test makes the session old.
            session.restored(System.nanoTime() + Duration.ofMinutes(1).toNanos());
            var connection = new PipelinedConnection(wire, session, this, System.nanoTime());
            ExchangeQueue queue;
            List<PipelinedExchange> others;
            do {
                queue = new ExchangeQueue(connection, session, new Outgoing(wire));
                var first = any();
                assertThat(queue.begin(first, true)).isTrue();
                assertThat(first.takesSending()).isTrue();
                assertThat(queue.takeUnsent(false)).isTrue();
                others = List.of(any(), any());
                // Not where this took so long that the queue counts as stalled: then once more.
            } while (!others.stream().allMatch(joining(queue)));
            assertThat(others).noneMatch(PipelinedExchange::takesSending);
            assertThat(queue.takeUnsent(true)).isFalse();
            assertThat(others.getFirst().takesSending()).isFalse();
            assertThat(others.getLast().takesSending()).isTrue();
            assertThat(queue.takeUnsent(false)).isTrue();
            assertThat(queue.takeUnsent(true)).isFalse();
            wire.close();
        }
    }

    private static Predicate<PipelinedExchange> joining(ExchangeQueue queue) {
        return exchange -> queue.join(exchange, 100, true);
    }

    private static PipelinedExchange any() {
        return new SessionReset("SET x");
    }
}
