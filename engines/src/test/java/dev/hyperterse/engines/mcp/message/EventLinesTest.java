package dev.hyperterse.engines.mcp.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.memory.BufferBudget;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventLinesTest {
    private static final String EVENTS = "retry: 5^id: 7^data: {\"a\":^data: 1}^^: a comment^data: 2^^";

    /** As the standard of event streams has them. */
    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r", "\r\n"})
    void linesEndWithCrOrLfOrBoth(String lineEnd) throws Exception {
        try (var data = new BufferBudget(1024 * 1024).open(1024)) {
            var lines = new EventLines(1_000);
            lines.from(bytes(EVENTS.replace("^", lineEnd)));

            assertThat(lines.next(data)).isTrue();
            assertThat(new String(data.toByteArray(), StandardCharsets.UTF_8)).isEqualTo("{\"a\":\n1}");
            assertThat(lines.id()).contains("7");
            assertThat(lines.retryMillis()).hasValue(5);
            assertThat(lines.next(data)).isTrue();
            assertThat(new String(data.toByteArray(), StandardCharsets.UTF_8)).isEqualTo("2");
            assertThat(lines.next(data)).isFalse();
        }
    }

    /** A server may send nothing more until it is answered. */
    @Test
    void eventThatEndsWithCrIsNotHeldUntilTheNextByte() throws Exception {
        var silent = new InputStream() {
            @Override
            public int read() {
                throw new AssertionError("the event is there");
            }
        };
        try (var data = new BufferBudget(1024 * 1024).open(1024)) {
            var lines = new EventLines(1_000);
            lines.from(new SequenceInputStream(bytes("data: 1\r\r"), silent));

            assertThat(lines.next(data)).isTrue();
            assertThat(new String(data.toByteArray(), StandardCharsets.UTF_8)).isEqualTo("1");
        }
    }

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
