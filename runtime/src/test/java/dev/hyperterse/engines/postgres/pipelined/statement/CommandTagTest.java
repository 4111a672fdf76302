package dev.hyperterse.engines.postgres.pipelined.statement;

import static dev.hyperterse.engines.postgres.wire.FakeConversation.message;
import static dev.hyperterse.engines.postgres.wire.FakeConversation.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.engines.postgres.wire.message.ServerMessages;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandTagTest {
    @ParameterizedTest
    @CsvSource({
        "UPDATE 3, 3",
        "INSERT 0 12, 12",
        "UPDATE 3000000000, 3000000000",
        "CREATE TABLE, 0",
        "UPDATE 99999999999999999999, 0"
    })
    void affectedRowsAreTheNumberAtTheEnd(String tag, long rows) throws IOException {
        var messages = new ServerMessages(new ByteArrayInputStream(message('C', text(tag))));
        messages.receive();
        assertThat(messages.next((_, _) -> true)).isTrue();
        assertThat(CommandTag.rows(messages)).isEqualTo(rows);
    }
}
