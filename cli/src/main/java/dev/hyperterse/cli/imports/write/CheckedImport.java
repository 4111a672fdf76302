package dev.hyperterse.cli.imports.write;

import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.imports.Findings;
import dev.hyperterse.cli.imports.ImportedDefinition;
import dev.hyperterse.cli.imports.ImportedNames;
import dev.hyperterse.cli.imports.ImportedServer;
import dev.hyperterse.cli.imports.ImportedTool;
import dev.hyperterse.cli.imports.SqlParameters;
import dev.hyperterse.cli.imports.ToolBody;
import dev.hyperterse.cli.init.naming.UniqueNames;
import dev.hyperterse.cli.project.PassingFolder;
import dev.hyperterse.cli.snapshot.SnapshotReader;
import dev.hyperterse.cli.validation.Validation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Makes the files of a server, and asks the compiler about them: a tool whose statement writes gets an adapter that may, and a
 * definition that is refused for another reason is left out.
 */
public final class CheckedImport {
    private static final String WRITES = "write-on-read-only";

    private final String name;
    private final ImportedServer server;
    private final AdapterNames adapterNames;
    private final Findings findings = new Findings();
    private final Map<ImportedDefinition, String> objects = new LinkedHashMap<>();
    private final Set<ImportedDefinition> writers = new HashSet<>();

    private CheckedImport(String name, ImportedServer server) {
        this.name = name;
        this.server = server;
        this.adapterNames = new AdapterNames(server.adapters());
        name();
    }

    /**
     * The result.
     *
     * @param files by their names
     * @param tools their number
     * @param example the name of a tool to try first; empty without tools
     * @param findings what is left out or differs, in order
     */
    public record Result(Map<String, String> files, int tools, String example, List<Diagnostic> findings) {}

    /** @param name of the server */
    public static Result of(String name, ImportedServer server) {
        return new CheckedImport(name, server).result();
    }

    private Result result() {
        var files = new ImportedFiles(name, server, adapterNames, objects, writers).texts();
        var errors = errors(files);
        while (isChanged(errors)) {
            files = new ImportedFiles(name, server, adapterNames, objects, writers).texts();
            errors = errors(files);
        }
        errors.forEach(
                error -> findings.leftOut(error.place(), "a setting of the server", error.headline(), error.remedy()));
        var tools =
                objects.keySet().stream().filter(ImportedTool.class::isInstance).toList();
        var all = new ArrayList<>(server.findings());
        all.addAll(findings.all());
        all.sort(Diagnostic.ORDER);
        return new Result(
                files,
                tools.size(),
                tools.stream().findFirst().map(ImportedDefinition::name).orElse(""),
                all);
    }

    private void name() {
        var unique = new HashMap<String, UniqueNames>();
        for (var definition : server.definitions()) {
            var wanted = ImportedNames.object(definition.name());
            var given = unique.computeIfAbsent(definition.kind(), _ -> new UniqueNames())
                    .first("-", wanted);
            if (!given.equals(wanted)) {
                findings.changed(
                        definition.place(),
                        "the object of %s is named %s: %s is taken".formatted(definition.name(), given, wanted),
                        "");
            }
            objects.put(definition, given);
            if (definition instanceof ImportedTool tool
                    && tool.body() instanceof ToolBody.Statement statement
                    && SqlParameters.writesInWith(statement.text())) {
                writers.add(definition);
            }
        }
    }

    private static List<Diagnostic> errors(Map<String, String> files) {
        return PassingFolder.with(
                files, folder -> Validation.of(new SnapshotReader(folder, Map.of()).read()).diagnostics().stream()
                        .filter(Diagnostic::isError)
                        .toList());
    }

    private boolean isChanged(List<Diagnostic> errors) {
        var changed = false;
        for (var definition : List.copyOf(objects.keySet())) {
            var own = errors.stream().filter(error -> isOf(error, definition)).toList();
            if (own.isEmpty()) {
                continue;
            }
            changed = true;
            if (own.stream().anyMatch(error -> error.rule().equals(WRITES)) && writers.add(definition)) {
                continue;
            }
            objects.remove(definition);
            var first = own.getFirst();
            findings.leftOut(
                    definition.place(),
                    definition.kind().toLowerCase(Locale.ROOT) + " " + definition.name(),
                    first.path().isEmpty() ? first.message() : first.path() + ": " + first.message(),
                    first.remedy());
        }
        return changed;
    }

    private boolean isOf(Diagnostic error, ImportedDefinition definition) {
        return error.subject()
                .filter(subject -> subject.kind().equals(definition.kind())
                        && subject.name().equals(objects.get(definition)))
                .isPresent();
    }
}
