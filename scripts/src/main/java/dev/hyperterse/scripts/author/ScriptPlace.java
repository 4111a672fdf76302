package dev.hyperterse.scripts.author;

import dev.hyperterse.calls.Places;
import java.util.Optional;

/**
 * The position of a script in its call. The up to three scripts of a tool may use the same key for different things.
 */
public record ScriptPlace(Optional<String> beside) {
    public static ScriptPlace of(ScriptOwner.Kind kind) {
        return new ScriptPlace(
                switch (kind) {
                    case TOOL, PROMPT, RESOURCE, AUTH_PLUGIN, PROGRAM -> Optional.empty();
                    case INPUT_TRANSFORM -> Optional.of("in");
                    case OUTPUT_TRANSFORM -> Optional.of("out");
                });
    }

    /** The position for a key of its author. */
    public String key(String written) {
        var key = Places.ofAuthor(written);
        return beside.map(place -> Places.within(place, key)).orElse(key);
    }
}
