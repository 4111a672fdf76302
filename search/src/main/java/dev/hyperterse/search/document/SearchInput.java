package dev.hyperterse.search.document;

import java.util.Objects;
import java.util.Optional;

/**
 * One input of a tool, as indexed and shown in hits.
 *
 * @param optional whether a call may leave it out
 * @param defaultJson the default value as JSON text, as it appears in the hit
 */
public record SearchInput(
        String name, String type, boolean optional, Optional<String> description, Optional<String> defaultJson) {
    public SearchInput {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(description, "description");
        Objects.requireNonNull(defaultJson, "defaultJson");
    }
}
