package dev.hyperterse.engines.http;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.EngineMessage;
import dev.hyperterse.calls.HiddenValues;
import dev.hyperterse.calls.fetch.FetchResponse;
import dev.hyperterse.calls.memory.ResultBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** An error that an API answers with, as the caller may see it: bounded, and without what the adapter keeps secret. */
final class ApiError {
    private static final int LONGEST = 2_000;

    /** More than is shown, so that no secret is cut into a piece that is not recognised. */
    private static final int READ = 64 * 1024;

    private ApiError() {}

    static CallFailure of(FetchResponse response, ResultBuffer body, HiddenValues hidden) {
        // White space goes last: without it, a piece of a secret from the end of what was read would be shown.
        var words = hidden.replacedIn(words(response, body), LONGEST)
                .replaceAll("\\s+", " ")
                .strip();
        var shown = words.isEmpty() ? "the API refused the request" : words;
        var wait = RetryRules.retryAfter(response)
                .map(pause -> ", try again after %d s".formatted(Math.max(1, pause.toSeconds())))
                .orElse("");
        return new CallFailure(new EngineMessage(shown, "HTTP " + response.status() + wait));
    }

    /** The body, unless it is one for people to look at. */
    private static String words(FetchResponse response, ResultBuffer body) {
        return isReadable(response) && body.size() > 0
                ? new String(body.array(), 0, Math.min(body.size(), READ), StandardCharsets.UTF_8)
                : response.statusText();
    }

    private static boolean isReadable(FetchResponse response) {
        return response.header("content-type")
                .map(type -> type.toLowerCase(Locale.ROOT))
                .filter(type -> type.contains("json") || type.startsWith("text/plain"))
                .isPresent();
    }
}
