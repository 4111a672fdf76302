package dev.hyperterse.cli.imports.toolbox;

import dev.hyperterse.cli.document.SourceFile;
import dev.hyperterse.cli.document.Tree;
import dev.hyperterse.cli.document.YamlDocuments;
import dev.hyperterse.cli.document.YamlTree;
import dev.hyperterse.cli.imports.DatabaseNames;
import dev.hyperterse.cli.imports.Findings;
import dev.hyperterse.cli.imports.ImportedAdapter;
import dev.hyperterse.cli.imports.ImportedDefinition;
import dev.hyperterse.cli.imports.ImportedServer;
import dev.hyperterse.cli.imports.Variables;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** A whole file. */
public final class ToolboxFile {
    /** Kinds of objects by the names that both formats give them. */
    private static final Map<String, String> SECTIONS = Map.ofEntries(
            Map.entry("sources", "sources"),
            Map.entry("source", "sources"),
            Map.entry("tools", "tools"),
            Map.entry("tool", "tools"),
            Map.entry("toolsets", "toolsets"),
            Map.entry("toolset", "toolsets"),
            Map.entry("prompts", "prompts"),
            Map.entry("prompt", "prompts"),
            Map.entry("authServices", "authServices"),
            Map.entry("authService", "authServices"),
            Map.entry("authSources", "authServices"));

    private static final Set<String> IGNORED = Set.of("promptsets", "embeddingModels");
    /** Variables are replaced in the text, before it is YAML. */
    private static final Pattern DEFAULT = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*):([^}]*)}");

    private final Findings findings = new Findings();
    private final Map<String, Map<String, Tree>> sections = new LinkedHashMap<>();
    private final Map<String, String> defaults = new LinkedHashMap<>();

    private final Optional<DatabaseNames> names;

    private ToolboxFile(Optional<DatabaseNames> names) {
        this.names = names;
    }

    /** @param names of the database, if it was asked */
    public static ImportedServer read(SourceFile file, Optional<DatabaseNames> names) {
        return new ToolboxFile(names).translated(file);
    }

    private ImportedServer translated(SourceFile file) {
        var text = DEFAULT.matcher(file.text()).replaceAll(found -> {
            defaults.put(found.group(1), found.group(2));
            return "\\${" + found.group(1) + "}";
        });
        YamlDocuments.of(new SourceFile(file.name(), text)).stream()
                .flatMap(document -> YamlTree.of(document).stream())
                .forEach(this::collect);
        var sources = new ToolboxSources(section("sources"), names, findings);
        var services = new AuthServices(section("authServices"), findings);
        var definitions = new ArrayList<ImportedDefinition>();
        section("tools")
                .forEach((name, tool) -> translate(
                        "tool",
                        name,
                        tool,
                        () -> definitions.add(new ToolboxTool(name, tool, sources, services, findings).translated())));
        section("prompts")
                .forEach((name, prompt) -> translate(
                        "prompt", name, prompt, () -> definitions.add(ToolboxPrompt.translated(name, prompt))));
        var adapters = new ArrayList<ImportedAdapter>(sources.adapters());
        return new ImportedServer(
                adapters, definitions, services.settings(), toolsets(), defaults, Map.of(), findings.all());
    }

    private void translate(String kind, String name, Tree object, Runnable reading) {
        findings.reading(object.place(), kind + " " + name, () -> {
            Variables.refuse(object);
            reading.run();
        });
    }

    private Map<String, Tree> section(String name) {
        return sections.getOrDefault(name, Map.of());
    }

    private void collect(Tree document) {
        var kind = document.text("kind");
        if (SECTIONS.containsKey(kind) && document.field("name").isPresent()) {
            add(SECTIONS.get(kind), document.text("name"), document);
            return;
        }
        document.fields().forEach((name, section) -> {
            if (SECTIONS.containsKey(name)) {
                section.fields().forEach((each, object) -> add(SECTIONS.get(name), each, object));
            } else if (!IGNORED.contains(name)) {
                findings.leftOut(section.place(), name, "it has no counterpart here", "");
            }
        });
    }

    private void add(String section, String name, Tree object) {
        var former =
                sections.computeIfAbsent(section, _ -> new LinkedHashMap<>()).putIfAbsent(name, object);
        if (former != null) {
            findings.leftOut(
                    object.place(), name, "%s has the same name".formatted(former.place()), "rename one of them");
        }
    }

    private Map<String, List<String>> toolsets() {
        var toolsets = new LinkedHashMap<String, List<String>>();
        section("toolsets").forEach((name, toolset) -> {
            var listed = toolset.isList() ? toolset : toolset.field("tools").orElse(toolset);
            toolsets.put(
                    name,
                    listed.items().stream()
                            .flatMap(tool -> tool.text().stream())
                            .toList());
        });
        return toolsets;
    }

    /** The type of an object, which the older format calls its kind. */
    static String type(Tree object) {
        return object.field("type").flatMap(Tree::text).orElseGet(() -> object.text("kind"));
    }
}
