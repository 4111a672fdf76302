package dev.hyperterse.runtime.round;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The state with which a round begins.
 *
 * @param asked how often the client was asked before; zero for a call that begins
 * @param began when the first round did
 * @param until when the client may answer; empty for a call that begins
 * @param requestKey the same in each round
 * @param definitions what earlier rounds ran, as a digest by its name
 * @param open what that round asked, as a fingerprint by the key; a call that begins does not know
 * @param answers that were read before, by their keys
 * @param kept texts that scripts kept, by their keys
 */
public record RoundState(
        int asked,
        Instant began,
        Optional<Instant> until,
        String requestKey,
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

    /** @param json what the client answered to a question of that fingerprint, as it did */
    public record Given(String fingerprint, String json) {}

    /** Of a call that begins. */
    public static RoundState first(Instant now) {
        return new RoundState(
                0, now, Optional.empty(), UUID.randomUUID().toString(), Map.of(), Map.of(), Map.of(), Map.of());
    }

    boolean begins() {
        return asked == 0;
    }
}
