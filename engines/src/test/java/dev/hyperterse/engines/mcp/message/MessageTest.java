package dev.hyperterse.engines.mcp.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.memory.BufferBudget;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageTest {
    private static final String ASKS =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"METHOD\",\"params\":{\"a\":\"\u00fc\"}}";

    private static Message read(String text, Charset in) throws NotMcp {
        try (var bytes = new BufferBudget(1024 * 1024).open(1024)) {
            bytes.raw(text.getBytes(in));
            return Message.read(bytes, "1", ResultReader.IGNORED);
        }
    }

    @Test
    void parametersOfQuestionsAreRead() throws Exception {
        assertThat(read(ASKS.replace("METHOD", Message.QUESTION), StandardCharsets.UTF_8))
                .isEqualTo(new Message.Request("1", Message.QUESTION, Optional.of("{\"a\":\"\u00fc\"}")));
        assertThat(read(ASKS.replace("METHOD", "ping"), StandardCharsets.UTF_8))
                .isEqualTo(new Message.Request("1", "ping", Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'jsonrpc':'2.0','id':1,'result':{},'error':null}",
                "{'jsonrpc':'2.0','id':1,'error':null,'result':{}}"
            })
    void resultBesideAnErrorThatIsNullIsAResult(String answer) throws Exception {
        assertThat(read(answer.replace('\'', '"'), StandardCharsets.UTF_8)).isEqualTo(new Message.Result("1"));
    }

    @Test
    void errorThatIsNullAloneIsNoAnswer() {
        var answer = "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":null}";
        assertThatThrownBy(() -> read(answer, StandardCharsets.UTF_8)).isInstanceOf(NotMcp.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE"})
    void requestInAnotherEncodingIsRefused(String encoding) {
        var asks = ASKS.replace("METHOD", Message.QUESTION);
        assertThatThrownBy(() -> read(asks, Charset.forName(encoding)))
                .isInstanceOf(NotMcp.class)
                .hasMessageContaining("not in UTF-8");
    }
}
