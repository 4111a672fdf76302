package dev.hyperterse.calls.question;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.context.ClientRequest.Method;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuestionsTest {
    private static final String MODEL = "{\"messages\":[{\"role\":\"user\",\"content\":\"Why?\"}],\"maxTokens\":%s}";

    @Test
    void maxTokensBeyondLongsIsAccepted() throws Exception {
        assertThat(Questions.of(Method.SAMPLE, MODEL.formatted("100000000000000000000"))
                        .request()
                        .params())
                .isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "-100000000000000000000", "1.5", "1e999", "null", "\"1\""})
    void maxTokensBelowOneIsRefused(String tokens) {
        assertThatThrownBy(() -> Questions.of(Method.SAMPLE, MODEL.formatted(tokens)))
                .isInstanceOf(MalformedQuestion.class)
                .hasMessageContaining("'maxTokens'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"minimum", "maximum"})
    void formBoundBeyondDoublesIsRefused(String bound) {
        var form = "{\"message\":\"How many?\",\"requestedSchema\":{\"type\":\"object\",\"properties\":"
                + "{\"size\":{\"type\":\"number\",\"%s\":1e999}}}}";

        assertThatThrownBy(() -> Questions.of(Method.ELICIT, form.formatted(bound)))
                .isInstanceOf(MalformedQuestion.class)
                .hasMessageContaining(bound);
    }
}
