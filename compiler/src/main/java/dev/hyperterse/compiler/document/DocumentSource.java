package dev.hyperterse.compiler.document;

import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.server.adapter.Adapter;
import java.util.List;
import java.util.Set;

/**
 * A command as its author wrote it, and all that decides what it compiles to.
 *
 * @param path the field that holds the text, for problems
 * @param environment names of the server's environment that are granted to the author's namespace
 */
public record DocumentSource(
        String path, String text, Adapter.Access access, List<Input> inputs, Set<String> environment) {}
