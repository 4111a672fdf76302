package dev.hyperterse.runtime.round;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The state with which a round begins.
 *
 * @param asked how many rounds had questions; zero for a call that begins
 * @param began the start of the first round
 * @param until when the client may answer; empty for a call that begins
 * @param requestKey the same in each round; empty for a call that begins
 * @param definitions that earlier rounds ran, as a digest by name
 * @param open the questions of the former round, as a fingerprint by key; empty for a call that begins
 * @param answers that were read in earlier rounds, by key
 * @param kept texts that scripts have stored, by key
 */
public record RoundState(
        int asked,
        Instant began,
        Optional<Instant> until,
        Optional<String> requestKey,
        Map<String, String> definitions,
        Map<String, String> open,
        Map<String, Given> answers,
        Map<String, String> kept) {
    public RoundState {
        definitions = Map.copyOf(definitions);
        open = Map.copyOf(open);
        answers = Map.copyOf(answers);
        kept = Map.copyOf(kept);
    }

    /** @param json the unmodified answer of the client to a question with that fingerprint */
    public record Given(String fingerprint, String json) {}

    /** The state of a call that begins. */
    public static RoundState first(Instant now) {
        return new RoundState(0, now, Optional.empty(), Optional.empty(), Map.of(), Map.of(), Map.of(), Map.of());
    }

    boolean begins() {
        return asked == 0;
    }
}
