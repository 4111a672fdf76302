package dev.hyperterse.cli.imports.write;

import dev.hyperterse.cli.imports.Fields;
import dev.hyperterse.cli.imports.ImportedDefinition;
import dev.hyperterse.cli.imports.ImportedInput;
import dev.hyperterse.cli.imports.ImportedNames;
import dev.hyperterse.cli.imports.ImportedServer;
import dev.hyperterse.cli.imports.ImportedTool;
import dev.hyperterse.cli.imports.ToolBody;
import dev.hyperterse.cli.init.StarterFiles;
import dev.hyperterse.cli.init.generate.ServerManifest;
import dev.hyperterse.cli.print.Yaml;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * The files of a directory by their names.
 *
 * @param name of the server
 * @param adapterNames of its adapters
 * @param objects names of objects by definitions, of those that are written
 * @param writers the tools whose statements write
 */
record ImportedFiles(
        String name,
        ImportedServer server,
        AdapterNames adapterNames,
        Map<ImportedDefinition, String> objects,
        Set<ImportedDefinition> writers) {
    private static final Map<String, String> FILES =
            Map.of("Tool", "tools.yaml", "Prompt", "prompts.yaml", "Resource", "resources.yaml");
    private static final String SCRIPTS = "scripts/";
    private static final Set<String> ASK_SQL = Set.of("ExecuteSql", "Explain");

    Map<String, String> texts() {
        var values = new ReferredValues(name, server.defaults());
        var documents = new LinkedHashMap<String, List<String>>();
        documents.put(ServerManifest.FILE, List.of(manifest("HyperterseServer", name, serverSpec(values))));
        for (var kind : List.of("Tool", "Prompt", "Resource")) {
            objects.forEach((definition, object) -> {
                if (definition.kind().equals(kind)) {
                    documents
                            .computeIfAbsent(FILES.get(kind), _ -> new ArrayList<>())
                            .add(manifest(kind, object, spec(definition, object)));
                }
            });
        }
        var files = new LinkedHashMap<String, String>();
        documents.forEach((file, texts) -> files.put(file, String.join("---\n", texts)));
        files.put(StarterFiles.KUSTOMIZATION, kustomization(documents.keySet()));
        scripts().forEach(script -> files.put(SCRIPTS + script, server.scripts().get(script)));
        files.putAll(values.files());
        return files;
    }

    private Map<String, Object> serverSpec(ReferredValues values) {
        var spec = new LinkedHashMap<String, Object>();
        spec.put("auth", Map.of("mode", "Anonymous"));
        spec.put("exposure", ServerManifest.areListed(objects.size()) ? "Direct" : "Search");
        server.settings().forEach((field, value) -> spec.put(field, values.resolved(value)));
        var adapters = adapters(values);
        objects.keySet().stream().flatMap(ImportedFiles::statements).forEach(values::read);
        if (!values.environment().isEmpty()) {
            spec.put("env", values.environment());
        }
        spec.put("adapters", adapters);
        var toolsets = toolsets();
        if (!toolsets.isEmpty()) {
            spec.put("toolsets", toolsets);
        }
        return spec;
    }

    private List<Map<String, Object>> adapters(ReferredValues values) {
        var adapters = new ArrayList<Map<String, Object>>();
        var reading = used(false);
        var writing = used(true);
        for (var adapter : server.adapters()) {
            if (reading.contains(adapter.name()) || !writing.contains(adapter.name())) {
                var fields =
                        values.adapter(adapter, adapterName(adapter.name(), false), adapterName(adapter.name(), false));
                if (asksSql(adapter.name())) {
                    fields.put("allowSql", "Allowed");
                }
                adapters.add(fields);
            }
            if (writing.contains(adapter.name())) {
                var fields =
                        values.adapter(adapter, adapterName(adapter.name(), true), adapterName(adapter.name(), false));
                fields.put("access", "ReadWrite");
                adapters.add(fields);
            }
        }
        return adapters;
    }

    private Set<String> used(boolean writes) {
        return objects.keySet().stream()
                .filter(definition -> writers.contains(definition) == writes)
                .map(ImportedFiles::adapter)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private boolean asksSql(String adapter) {
        return objects.keySet().stream()
                .anyMatch(definition -> definition instanceof ImportedTool tool
                        && tool.body() instanceof ToolBody.Builtin(var builtin, var name)
                        && ASK_SQL.contains(builtin)
                        && name.equals(adapter));
    }

    private static String adapter(ImportedDefinition definition) {
        return switch (definition) {
            case ImportedDefinition.Text _ -> "";
            case ImportedTool tool ->
                switch (tool.body()) {
                    case ToolBody.Statement statement -> statement.adapter();
                    case ToolBody.Builtin builtin -> builtin.adapter();
                    case ToolBody.Sequence sequence -> sequence.adapter();
                    case ToolBody.Transformed transformed ->
                        transformed.statement().adapter();
                    case ToolBody.Script _ -> "";
                };
        };
    }

    /** Those in the folders of tools that are written. */
    private List<String> scripts() {
        var folders = objects.keySet().stream()
                .flatMap(ImportedFiles::scripts)
                .map(ImportedFiles::folder)
                .collect(Collectors.toSet());
        return server.scripts().keySet().stream()
                .filter(script -> folders.contains(folder(script)))
                .toList();
    }

    private static Stream<String> scripts(ImportedDefinition definition) {
        return definition instanceof ImportedTool tool
                ? switch (tool.body()) {
                    case ToolBody.Script(var script) -> Stream.of(script);
                    case ToolBody.Transformed transformed -> transformed.transforms().values().stream();
                    case ToolBody.Statement _, ToolBody.Sequence _, ToolBody.Builtin _ -> Stream.empty();
                }
                : Stream.empty();
    }

    private static String folder(String script) {
        return script.split("/", 2)[0];
    }

    private static Stream<String> statements(ImportedDefinition definition) {
        return definition instanceof ImportedTool tool
                ? switch (tool.body()) {
                    case ToolBody.Statement statement -> Stream.of(statement.text());
                    case ToolBody.Transformed transformed ->
                        Stream.of(transformed.statement().text());
                    case ToolBody.Sequence sequence -> sequence.texts().stream();
                    case ToolBody.Builtin _, ToolBody.Script _ -> Stream.empty();
                }
                : Stream.empty();
    }

    private String adapterName(String name, boolean writes) {
        return adapterNames.of(name, writes);
    }

    private List<Map<String, Object>> toolsets() {
        var served = objects.keySet().stream().map(ImportedDefinition::name).collect(Collectors.toSet());
        return server.toolsets().entrySet().stream()
                .map(toolset -> Map.entry(
                        toolset.getKey(),
                        toolset.getValue().stream().filter(served::contains).toList()))
                .filter(toolset -> !toolset.getValue().isEmpty())
                .map(toolset -> Fields.of(
                        "name", ImportedNames.object(toolset.getKey()), "select", Map.of("names", toolset.getValue())))
                .toList();
    }

    private Map<String, Object> spec(ImportedDefinition definition, String object) {
        var spec = new LinkedHashMap<String, Object>();
        spec.put("serverRefs", List.of(Map.of("name", name)));
        if (!definition.name().equals(object) && !definition.kind().equals("Resource")) {
            spec.put("name", definition.name());
        }
        switch (definition) {
            case ImportedDefinition.Text text -> spec.putAll(text.spec());
            case ImportedTool tool -> {
                if (!tool.description().isEmpty()) {
                    spec.put("description", tool.description());
                }
                spec.putAll(tool.more());
                if (!tool.inputs().isEmpty()) {
                    spec.put(
                            "inputs",
                            tool.inputs().stream().map(ImportedFiles::input).toList());
                }
                spec.putAll(body(tool));
            }
        }
        return spec;
    }

    private static Map<String, Object> input(ImportedInput input) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("name", input.name());
        fields.put("type", input.type());
        if (!input.description().isEmpty()) {
            fields.put("description", input.description());
        }
        fields.putAll(input.rules());
        return fields;
    }

    private Map<String, Object> body(ImportedTool tool) {
        var writes = writers.contains(tool);
        return switch (tool.body()) {
            case ToolBody.Statement(var adapter, var text) ->
                Map.of("statement", statement(adapterName(adapter, writes), text));
            case ToolBody.Builtin(var builtin, var adapter) ->
                Map.of("builtin", Fields.of("tool", builtin, "adapter", adapterName(adapter, false)));
            case ToolBody.Script(var script) -> Map.of("script", source(script));
            case ToolBody.Transformed(var statement, var transforms) -> {
                var scripts = new LinkedHashMap<String, Object>();
                transforms.forEach((field, script) -> scripts.put(field, source(script)));
                yield Fields.of(
                        "statement",
                        statement(adapterName(statement.adapter(), writes), statement.text()),
                        "transforms",
                        scripts);
            }
            case ToolBody.Sequence(var adapter, var texts) -> {
                var queries = new ArrayList<Map<String, Object>>();
                for (var text : texts) {
                    var query = statement(adapterName(adapter, writes), text);
                    query.put("name", "command" + (queries.size() + 1));
                    queries.add(query);
                }
                var calls = queries.stream()
                        .map(query -> "  await ctx.query('%s'),\n".formatted(query.get("name")))
                        .collect(Collectors.joining());
                yield Map.of(
                        "script",
                        Fields.of(
                                "source",
                                Map.of("inline", "export default async (_, ctx) => [\n" + calls + "];\n"),
                                "queries",
                                queries));
            }
        };
    }

    private static Map<String, Object> statement(String adapter, String text) {
        return Fields.of("adapter", adapter, "text", Map.of("inline", text.endsWith("\n") ? text : text + "\n"));
    }

    /** Scripts of a folder are one ConfigMap, and import each other. */
    private Map<String, Object> source(String script) {
        var parts = script.split("/", 2);
        return Map.of("source", Map.of("configMapKeyRef", Fields.of("name", scripts(parts[0]), "key", parts[1])));
    }

    private String scripts(String folder) {
        return name + "-" + folder;
    }

    private String kustomization(Set<String> resources) {
        var fields = new LinkedHashMap<String, Object>();
        if (!scripts().isEmpty()) {
            fields.put(
                    "generatorOptions",
                    Fields.of("disableNameSuffixHash", true, "labels", Map.of("hyperterse.dev/readable", "true")));
            var generated = new LinkedHashMap<String, List<String>>();
            scripts().forEach(script -> generated
                    .computeIfAbsent(scripts(folder(script)), _ -> new ArrayList<>())
                    .add(SCRIPTS + script));
            fields.put(
                    "configMapGenerator",
                    generated.entrySet().stream()
                            .map(map -> Fields.of("name", map.getKey(), "files", map.getValue()))
                            .toList());
        }
        return (fields.isEmpty() ? "" : yaml(fields)) + StarterFiles.kustomization(resources);
    }

    private static String manifest(String kind, String object, Map<String, Object> spec) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("apiVersion", "hyperterse.dev/v1alpha1");
        fields.put("kind", kind);
        fields.put("metadata", Map.of("name", object));
        fields.put("spec", spec);
        return yaml(fields);
    }

    private static String yaml(Map<String, Object> fields) {
        return Yaml.of(JsonMapper.shared().valueToTree(fields));
    }
}
