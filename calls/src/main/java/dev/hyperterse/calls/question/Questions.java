package dev.hyperterse.calls.question;

import dev.hyperterse.calls.context.ClientRequest.Method;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Validates the questions of scripts. */
public final class Questions {
    /** The maximum characters of a question; forms for users and prompts for models are shorter. */
    private static final int LONGEST = 256 * 1024;

    private Questions() {}

    /** @param params a JSON text */
    public static Question of(Method method, String params) throws MalformedQuestion {
        if (params.length() > LONGEST) {
            throw new MalformedQuestion("a question has at most %d characters".formatted(LONGEST));
        }
        return switch (method) {
            case ELICIT -> Elicitation.of(read(params));
            case SAMPLE -> Sampling.of(read(params));
            case ROOTS -> new ListOfRoots();
        };
    }

    private static JsonNode read(String params) throws MalformedQuestion {
        try {
            var read = JsonMapper.shared().readTree(params);
            if (read.isObject()) {
                return read;
            }
        } catch (JacksonException malformed) {
            // Nested deeper than the parser allows.
        }
        throw new MalformedQuestion("a question must be an object");
    }
}
