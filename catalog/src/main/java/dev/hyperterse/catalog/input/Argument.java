package dev.hyperterse.catalog.input;

import java.util.List;
import java.util.Optional;

/** An argument of a prompt or of a resource template, with the values that completion offers. */
public record Argument(
        String name, Optional<String> title, Optional<String> description, boolean required, List<String> completion) {
    public Argument {
        completion = completion == null ? List.of() : List.copyOf(completion);
    }
}
