package dev.hyperterse.engines.postgres.pipelined;

import static dev.hyperterse.engines.postgres.wire.FakeConversation.concat;
import static dev.hyperterse.engines.postgres.wire.FakeConversation.error;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.engines.postgres.wire.FakeEngine;
import dev.hyperterse.runtime.tool.TestCalls;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An engine that closes each connection right after an answer, with the error that Postgres sends. */
@Timeout(120)
class WriteAfterGoodbyeTest {
    private static final byte[] GOODBYE = error("57P01", "terminating connection due to administrator command");

    /** The next write follows within microseconds, on a connection that still looks open. */
    @Test
    void nextWriteIsNotSentOnAnEndedConnection() throws IOException {
        try (var engine = FakeEngine.playing(new FakeDatabase((usual, _) -> Optional.of(withGoodbye(usual))));
                var calls = TestCalls.on(
                        TestAdapters.postgres(Access.ReadWrite),
                        Map.of(
                                TestAdapters.URL,
                                "postgresql://127.0.0.1:%d/shop".formatted(engine.port()),
                                TestAdapters.USERNAME,
                                "me",
                                TestAdapters.PASSWORD,
                                "unused"))) {
            var inputs = List.of(TestCalls.input("int", InputType.INT, true));
            var tool = calls.tool(inputs, TestCalls.statement(Dialect.POSTGRES, "SELECT <int> AS v", inputs));
            for (var number = 1; number <= 50; number++) {
                assertThat(calls.run(tool, "{\"int\": %d}".formatted(number)))
                        .as("call %d", number)
                        .isEqualTo("[{\"v\":%d}]".formatted(number));
            }
        }
    }

    /** In one write with the end of the answer, so that the client reads both at once. */
    private static List<byte[]> withGoodbye(List<byte[]> usual) {
        var messages = new ArrayList<>(usual);
        messages.add(concat(messages.removeLast(), GOODBYE));
        return messages;
    }
}
