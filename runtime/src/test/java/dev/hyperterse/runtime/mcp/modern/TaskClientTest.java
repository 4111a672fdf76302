package dev.hyperterse.runtime.mcp.modern;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.context.LoggingLevel;
import dev.hyperterse.runtime.mcp.call.KnownClient;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TaskClientTest {
    private static final KnownClient OF_A_PIPE = new KnownClient() {
        @Override
        public Optional<LoggingLevel> level() {
            return Optional.empty();
        }

        @Override
        public Optional<Object> key() {
            return Optional.of("pipe");
        }
    };

    /** Over pipes, a call that had no task yet could not be cancelled; behind its answer, its id may be that of another. */
    @Test
    void clientCancelsByTheIdOfItsRequestUntilThatIsAnswered() {
        var handover = new Handover(60_000);
        var client = new TaskClient(OF_A_PIPE, handover);
        assertThat(client.key()).contains("pipe");

        handover.detach();
        assertThat(client.key()).isEmpty();
    }
}
