package dev.hyperterse.engines.http.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.fetch.Unreachable.NoToken;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers of token endpoints, good and bad. */
class TokenAnswerTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"access_token": "a.b-c", "token_type": "Bearer", "expires_in": 3600} | PT1H
            {"access_token": "a", "token_type": "bearer", "expires_in": "60"}     | PT1M
            {"access_token": "a", "expires_in": 3600.0}                           | PT1H
            {"access_token": "a", "expires_in": 3.6e3}                            | PT1H
            {"access_token": "a", "expires_in": 1e300}                            | PT0S
            {"access_token": "a", "expires_in": 1e-300000000}                     | PT0S
            {"access_token": "a"}                                                 | PT5M
            {"access_token": "a", "expires_in": null}                             | PT5M
            {"access_token": "a", "expires_in": 0}                                | PT0S
            {"access_token": "a", "expires_in": -1}                               | PT0S
            {"access_token": "a", "expires_in": 1.5}                              | PT1S
            {"access_token": "a", "expires_in": "soon"}                           | PT0S
            {"access_token": "a", "expires_in": 999999999999}                     | PT277777777H46M39S
            """)
    void lifetimeIsWhatTheAnswerSays(String body, Duration lifetime) throws Exception {
        assertThat(read(200, body).lifetime()).isEqualTo(lifetime);
    }

    @Test
    void aLongLifetimeIsCountedAsADay() throws Exception {
        var token = read(200, "{\"access_token\": \"a\", \"expires_in\": 999999999999}")
                .at(Long.MAX_VALUE);
        assertThat(token.isUsable(Long.MAX_VALUE)).isTrue();
        assertThat(token.isUsable(Long.MAX_VALUE + Duration.ofDays(1).toNanos()))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            400 | {"error": "invalid_client", "error_description": "s3cr3t"} | the token endpoint refuses the client (invalid_client)
            401 | {"error": "s3cr3t"}                    | the token endpoint answers with HTTP 401
            400 | {"error": {"a": 1}}                    | the token endpoint answers with HTTP 400
            500 | <h1>s3cr3t</h1>                        | the token endpoint answers with HTTP 500
            204 | ''                                     | the token endpoint answers with HTTP 204
            200 | ''                                     | the answer of the token endpoint is not JSON with an access_token
            200 | <html></html>                          | the answer of the token endpoint is not JSON with an access_token
            200 | {"access_token": 1}                    | the answer of the token endpoint is not JSON with an access_token
            200 | ["access_token"]                       | the answer of the token endpoint is not JSON with an access_token
            200 | {"access_token": "a"                   | the answer of the token endpoint is not JSON with an access_token
            200 | {"access_token": "a", "token_type": "DPoP"} | the token of the token endpoint is not of type Bearer
            200 | {"access_token": ""}                   | the token of the token endpoint is empty, too long, or has characters that no header may have
            200 | {"access_token": "a\\r\\nHost: b"}     | the token of the token endpoint is empty, too long, or has characters that no header may have
            200 | {"access_token": "a b"}                | the token of the token endpoint is empty, too long, or has characters that no header may have
            200 | {"access_token": "ä"}                  | the token of the token endpoint is empty, too long, or has characters that no header may have
            """)
    void whatIsNoTokenIsRefusedWithoutItsWords(int status, String body, String message) {
        assertThatThrownBy(() -> read(status, body)).isInstanceOf(NoToken.class).hasMessage(message);
    }

    @Test
    void deepAndLongAnswersAreRefused() {
        assertThatThrownBy(() -> read(200, "[".repeat(60_000))).isInstanceOf(NoToken.class);
        assertThatThrownBy(() -> read(200, "{\"access_token\": \"%s\"}".formatted("a".repeat(16_385))))
                .isInstanceOf(NoToken.class);
    }

    @Test
    void noTextShowsTheToken() throws Exception {
        var answer = read(200, "{\"access_token\": \"t0ken\"}");
        assertThat(answer.toString() + answer.at(0)).doesNotContain("t0ken");
    }

    private static TokenAnswer read(int status, String body) throws NoToken {
        return TokenAnswer.read(status, body.getBytes(StandardCharsets.UTF_8));
    }
}
