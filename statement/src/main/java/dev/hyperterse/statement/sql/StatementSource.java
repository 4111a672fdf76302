package dev.hyperterse.statement.sql;

import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.statement.Dialect;
import java.util.List;
import java.util.Set;

/**
 * A statement as its author wrote it, with everything that its compilation depends on.
 *
 * @param inputs the declared inputs, or the top-level properties of a schema
 * @param environment names of the server's environment that are granted to the author's namespace
 */
public record StatementSource(
        String text, Dialect dialect, Adapter.Access access, List<Input> inputs, Set<String> environment) {
    public StatementSource {
        inputs = List.copyOf(inputs);
        environment = Set.copyOf(environment);
    }
}
