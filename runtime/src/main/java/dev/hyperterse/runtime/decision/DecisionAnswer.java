package dev.hyperterse.runtime.decision;

import dev.hyperterse.runtime.access.DecisionPoint.Decision;
import java.io.IOException;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Parses the response of a decision point. Any other response than a valid decision is no decision. */
final class DecisionAnswer {
    private static final String NO_REASON = "unspecified";
    private static final Pattern REASON = Pattern.compile("[A-Za-z0-9_.:-]{1,64}");

    /** Rejects duplicate members, which are ambiguous. */
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private DecisionAnswer() {}

    /** @throws IOException when it is none */
    static Decision read(byte[] body) throws IOException {
        try {
            var answer = JSON.readTree(body);
            var reason = answer.path("reason").asString(NO_REASON);
            if (!REASON.matcher(reason).matches()) {
                throw new IOException("its reason is not a code of up to 64 letters, digits, dots, colons and dashes");
            }
            return switch (answer.path("decision").asString("")) {
                case "Allow" -> new Decision.Allowed(reason);
                case "Deny" -> new Decision.Denied(reason);
                default -> throw new IOException("its decision is neither Allow nor Deny");
            };
        } catch (JacksonException malformed) {
            throw new IOException("its answer is not one JSON object");
        }
    }
}
