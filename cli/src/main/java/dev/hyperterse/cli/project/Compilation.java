package dev.hyperterse.cli.project;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.cli.diagnostics.Diagnostic;
import java.util.List;

/** The result of compiling a directory; {@code diagnostics} are all of them, warnings too. */
public sealed interface Compilation {
    List<Diagnostic> diagnostics();

    /** @param kept objects that are faulty as written, and served as they were */
    record Compiled(Catalog catalog, List<String> kept, List<Diagnostic> diagnostics) implements Compilation {}

    /** There is no catalog; {@code explanation} says why, beyond the diagnostics. */
    record Nothing(String explanation, List<Diagnostic> diagnostics) implements Compilation {}

    default boolean hasErrors() {
        return diagnostics().stream().anyMatch(Diagnostic::isError);
    }
}
