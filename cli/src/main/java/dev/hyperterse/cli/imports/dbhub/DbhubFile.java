package dev.hyperterse.cli.imports.dbhub;

import dev.hyperterse.cli.document.SourceFile;
import dev.hyperterse.cli.document.Tree;
import dev.hyperterse.cli.imports.Findings;
import dev.hyperterse.cli.imports.ImportedAdapter;
import dev.hyperterse.cli.imports.ImportedDefinition;
import dev.hyperterse.cli.imports.ImportedServer;
import dev.hyperterse.cli.imports.ImportedTool;
import dev.hyperterse.cli.imports.NotImported;
import dev.hyperterse.cli.imports.Parameters;
import dev.hyperterse.cli.imports.ToolBody;
import dev.hyperterse.cli.imports.Variables;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A whole file: sources, and the tools on them. */
public final class DbhubFile {
    private static final Map<String, String> BUILTIN =
            Map.of("execute_sql", "ExecuteSql", "search_objects", "SearchObjects", "explain_sql", "Explain");
    /** Of a source for which the file lists none of the general tools. */
    private static final List<String> USUAL = List.of("execute_sql", "search_objects");

    private final Findings findings = new Findings();
    private final Map<String, ImportedAdapter> adapters = new LinkedHashMap<>();
    private final Map<String, Tree> sources = new LinkedHashMap<>();

    private DbhubFile() {}

    public static ImportedServer read(SourceFile file) {
        return new DbhubFile().translated(new TomlFile(file).read());
    }

    private ImportedServer translated(Tree root) {
        list(root, "sources")
                .forEach(source -> reading(source, "source " + source.text("id"), () -> {
                    adapters.put(source.text("id"), new DbhubSource(source, findings).adapter());
                    sources.put(source.text("id"), source);
                }));
        var definitions = new ArrayList<ImportedDefinition>();
        var tools = list(root, "tools");
        tools.forEach(tool -> reading(tool, "tool " + tool.text("name"), () -> definitions.add(tool(tool))));
        sources.forEach((id, source) -> {
            // As dbhub has it: SQL of callers only where no tool of the source is listed.
            if (tools.stream().noneMatch(tool -> tool.text("source").equals(id))) {
                USUAL.forEach(name -> definitions.add(general(name, id, source, Map.of())));
            }
        });
        return new ImportedServer(
                List.copyOf(adapters.values()), definitions, Map.of(), Map.of(), Map.of(), Map.of(), findings.all());
    }

    private static List<Tree> list(Tree root, String name) {
        return root.field(name).map(Tree::items).orElse(List.of());
    }

    private static boolean isGeneral(Tree tool) {
        return tool.field("statement").isEmpty();
    }

    private void reading(Tree part, String what, Runnable read) {
        findings.reading(part.place(), what, read);
    }

    private ImportedTool tool(Tree tool) {
        Variables.refuse(tool);
        var adapter = Optional.ofNullable(adapters.get(tool.text("source")))
                .orElseThrow(() ->
                        new NotImported("its source '%s' is none of the file".formatted(tool.text("source")), ""));
        var more = new LinkedHashMap<String, Object>();
        tool.field("max_rows").ifPresent(rows -> more.put("result", Map.of("maxRows", rows.content())));
        if (isGeneral(tool)) {
            if (tool.text("name").equals("execute_sql") && !tool.isTrue("readonly")) {
                findings.changed(tool.place(), "execute_sql runs SQL that reads, and none that writes", "");
            }
            return general(tool.text("name"), adapter.name(), tool, more);
        }
        var inputs = tool.field("parameters").map(Tree::items).orElse(List.of()).stream()
                .map(Parameters::input)
                .toList();
        var statement = Parameters.bound(tool.text("statement"), adapter.engine(), inputs);
        return new ImportedTool(
                tool.place(),
                tool.text("name"),
                tool.text("description").strip(),
                inputs,
                new ToolBody.Statement(adapter.name(), statement),
                more);
    }

    /** With several sources the name has that of its source, as dbhub has it. */
    private ImportedTool general(String name, String source, Tree place, Map<String, Object> more) {
        var builtin = Optional.ofNullable(BUILTIN.get(name))
                .orElseThrow(() -> new NotImported("it has no statement, and no tool here does what it does", ""));
        var description = Optional.ofNullable(sources.get(source))
                .map(it -> it.text("description").strip())
                .orElse("");
        return new ImportedTool(
                place.place(),
                adapters.size() == 1 ? name : name + "_" + source.replace('-', '_'),
                description,
                List.of(),
                new ToolBody.Builtin(builtin, source),
                more);
    }
}
