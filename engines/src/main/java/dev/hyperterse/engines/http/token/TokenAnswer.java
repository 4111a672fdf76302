package dev.hyperterse.engines.http.token;

import dev.hyperterse.calls.fetch.Unreachable.NoToken;
import java.time.Duration;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The answer of a token endpoint. Of its words only the codes of the standards are shown: others may quote a secret. */
record TokenAnswer(String value, Duration lifetime) {
    /** Of a token that does not say how long it lives. */
    private static final Duration UNSAID = Duration.ofMinutes(5);

    /** Fits into a header beside the others. */
    private static final Pattern VALUE = Pattern.compile("[\\x21-\\x7e]{1,16384}");

    private static final Set<String> CODES = Set.of(
            "invalid_request",
            "invalid_client",
            "invalid_grant",
            "unauthorized_client",
            "unsupported_grant_type",
            "invalid_scope",
            "invalid_target",
            "access_denied",
            "server_error",
            "temporarily_unavailable");

    static TokenAnswer read(int status, byte[] body) throws NoToken {
        if (status != 200) {
            throw refused(status, body);
        }
        var answer = json(body);
        if (!answer.path("access_token").isString()) {
            throw new NoToken("the answer of the token endpoint is not JSON with an access_token");
        }
        if (!answer.path("token_type").asString("Bearer").equalsIgnoreCase("Bearer")) {
            throw new NoToken("the token of the token endpoint is not of type Bearer");
        }
        var value = answer.path("access_token").asString();
        if (!VALUE.matcher(value).matches()) {
            throw new NoToken(
                    "the token of the token endpoint is empty, too long, or has characters that no header may have");
        }
        return new TokenAnswer(value, lifetime(answer.path("expires_in")));
    }

    Token at(long asked) {
        return Token.of(value, lifetime, asked);
    }

    private static NoToken refused(int status, byte[] body) {
        var code = json(body).path("error").asString("");
        return new NoToken(
                CODES.contains(code)
                        ? "the token endpoint refuses the client (%s)".formatted(code)
                        : "the token endpoint answers with HTTP %d".formatted(status));
    }

    /** Some servers write a text. */
    private static Duration lifetime(JsonNode seconds) {
        if (seconds.isNumber()) {
            var number = seconds.asDouble(0);
            return number >= 0 && number < 1e12 ? Duration.ofSeconds((long) number) : Duration.ZERO;
        }
        var text = seconds.isMissingNode() || seconds.isNull() ? "" : seconds.asString("");
        if (text.isEmpty()) {
            return UNSAID;
        }
        // A lifetime that is no number of this length is none that can be relied on.
        return text.matches("[0-9]{1,12}") ? Duration.ofSeconds(Long.parseLong(text)) : Duration.ZERO;
    }

    private static JsonNode json(byte[] body) {
        try {
            return JsonMapper.shared().readTree(body);
        } catch (JacksonException malformed) {
            return JsonMapper.shared().missingNode();
        }
    }

    /** Without the value. */
    @Override
    public String toString() {
        return "TokenAnswer[]";
    }
}
