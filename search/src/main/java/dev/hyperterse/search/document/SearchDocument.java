package dev.hyperterse.search.document;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The searchable content of one tool.
 *
 * @param name the public name, unique in a catalog
 * @param statement the statement's text, only if callers may see it, because hidden text must not affect ranks
 * @param inputs in declared order
 * @param shape shown with the hit; the words in its schemas are indexed
 */
public record SearchDocument(
        String name,
        Optional<String> title,
        String description,
        Optional<String> statement,
        List<SearchInput> inputs,
        ToolShape shape) {
    public SearchDocument {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(description, "description");
        Objects.requireNonNull(statement, "statement");
        inputs = List.copyOf(inputs);
        Objects.requireNonNull(shape, "shape");
    }
}
