package dev.hyperterse.search.document;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The searchable content of one tool, and what a hit shows of it.
 *
 * @param name the public name, unique in a catalog
 * @param statement the statement's text, only if callers may see it, because hidden text must not affect ranks
 * @param inputs in declared order
 * @param shape the words in its schemas are indexed
 * @param hit the members of a hit
 * @param calledWith the tool that runs it, where a hit says so
 */
public record SearchDocument(
        String name,
        Optional<String> title,
        String description,
        Optional<String> statement,
        List<SearchInput> inputs,
        ToolShape shape,
        Set<HitMember> hit,
        Optional<String> calledWith) {
    /** Of servers that say nothing of hits. */
    public static final Set<HitMember> USUAL_HIT = Set.of(HitMember.STATEMENT, HitMember.INPUTS);

    public SearchDocument {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(description, "description");
        Objects.requireNonNull(statement, "statement");
        inputs = List.copyOf(inputs);
        Objects.requireNonNull(shape, "shape");
        hit = Set.copyOf(hit);
        Objects.requireNonNull(calledWith, "calledWith");
    }

    /** A document with the usual hit. */
    public SearchDocument(
            String name,
            Optional<String> title,
            String description,
            Optional<String> statement,
            List<SearchInput> inputs,
            ToolShape shape) {
        this(name, title, description, statement, inputs, shape, USUAL_HIT, Optional.empty());
    }
}
