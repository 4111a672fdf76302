package dev.hyperterse.cli.imports;

import dev.hyperterse.cli.diagnostics.Diagnostic;
import java.util.List;
import java.util.Map;

/**
 * A configuration, as far as it has a counterpart here.
 *
 * @param settings fields of the server beside those below, such as {@code auth}
 * @param toolsets names of tools as clients see them, by the name of the toolset
 * @param defaults values of variables that the configuration itself gives, by their names
 * @param scripts texts of scripts by folder and file, as {@code quote/handler.ts}
 * @param findings what is left out or differs
 */
public record ImportedServer(
        List<ImportedAdapter> adapters,
        List<ImportedDefinition> definitions,
        Map<String, Object> settings,
        Map<String, List<String>> toolsets,
        Map<String, String> defaults,
        Map<String, String> scripts,
        List<Diagnostic> findings) {
    /** A key of callers in {@code settings}, by the name of its variable. */
    public record Key(String name) {}
}
