package dev.hyperterse.catalog.result;

import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import java.util.List;

/**
 * The columns that pages of a result are ordered by.
 *
 * @param input that takes the cursor of the page before
 */
public record Keyset(String input, List<Key> keys) {
    public Keyset {
        keys = List.copyOf(keys);
    }

    public record Key(String name, InputType type) {}

    /** The inputs by which a statement names the values of a cursor: all are NULL on the first page. */
    public List<Input> inputs() {
        return keys.stream()
                .map(key -> Input.of(input + "." + key.name(), key.type(), true))
                .toList();
    }
}
