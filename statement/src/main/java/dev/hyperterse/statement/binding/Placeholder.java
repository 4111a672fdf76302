package dev.hyperterse.statement.binding;

import java.util.Optional;

/** A well-formed placeholder and its position in the text: from {@code start} up to but without {@code end}. */
public record Placeholder(int start, int end, String namespace, String name, Optional<Filter> filter) implements Piece {
    public boolean has(Filter wanted) {
        return filter.filter(wanted::equals).isPresent();
    }

    public String display() {
        return "{{ " + namespace + "." + name + " }}";
    }
}
