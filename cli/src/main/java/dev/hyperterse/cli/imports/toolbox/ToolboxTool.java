package dev.hyperterse.cli.imports.toolbox;

import dev.hyperterse.cli.document.Tree;
import dev.hyperterse.cli.imports.Findings;
import dev.hyperterse.cli.imports.ImportedInput;
import dev.hyperterse.cli.imports.ImportedTool;
import dev.hyperterse.cli.imports.NotImported;
import dev.hyperterse.cli.imports.Parameters;
import dev.hyperterse.cli.imports.ToolBody;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One tool, by its type. */
final class ToolboxTool {
    private static final List<String> PARAMETERS = List.of(
            "parameters",
            "templateParameters",
            "filterParams",
            "projectParams",
            "sortParams",
            "updateParams",
            "pipelineParams");

    private static final Set<String> READ = Stream.concat(
                    PARAMETERS.stream(),
                    Stream.of(
                            "annotations",
                            "authRequired",
                            "canonical",
                            "collection",
                            "commands",
                            "database",
                            "description",
                            "filterPayload",
                            "kind",
                            "limit",
                            "name",
                            "pipelinePayload",
                            "projectPayload",
                            "readOnly",
                            "sortPayload",
                            "source",
                            "statement",
                            "type",
                            "updatePayload",
                            "upsert"))
            .collect(Collectors.toUnmodifiableSet());

    private final String name;
    private final Tree tool;
    private final ToolboxSources sources;
    private final AuthServices services;
    private final Findings findings;
    private final Map<String, ImportedInput> inputs = new LinkedHashMap<>();
    private final Map<String, Object> more = new LinkedHashMap<>();
    private final Set<String> claimed = new LinkedHashSet<>();

    ToolboxTool(String name, Tree tool, ToolboxSources sources, AuthServices services, Findings findings) {
        this.name = name;
        this.tool = tool;
        this.sources = sources;
        this.services = services;
        this.findings = findings;
    }

    ImportedTool translated() {
        var source = tool.text("source");
        var engine = sources.engine(source);
        auth();
        hints();
        PARAMETERS.forEach(
                list -> tool.field(list).map(Tree::items).orElse(List.of()).forEach(this::input));
        authOfClaims();
        findings.unknown(tool, "tool " + name, "nothing here has", READ);
        var type = ToolboxFile.type(tool);
        var body =
                switch (engine) {
                    case "Mongodb" -> new MongodbTool(tool, type, inputs, source, sources).body();
                    case "Redis" -> new RedisCommands(tool, inputs, source).body();
                    default -> ofTables(source, engine, type);
                };
        return new ImportedTool(tool.place(), name, tool.text("description").strip(), inputs(), body, more);
    }

    /** A parameter that copies another is the same input. */
    private List<ImportedInput> inputs() {
        return inputs.values().stream().distinct().toList();
    }

    private ToolBody ofTables(String source, String engine, String type) {
        if (type.endsWith("-execute-sql")) {
            findings.changed(tool.place(), "tool %s runs SQL that reads, and none that writes".formatted(name), "");
            return new ToolBody.Builtin("ExecuteSql", source);
        }
        if (type.endsWith("-sql")) {
            return new ToolBody.Statement(source, statement(engine));
        }
        if (type.endsWith("-list-tables")) {
            return new ToolBody.Builtin("ListTables", source);
        }
        if (type.equals("mysql-get-query-plan")) {
            return new ToolBody.Builtin("Explain", source);
        }
        var ready = ReadyTools.of(type)
                .orElseThrow(() -> new NotImported("no tool here does what '%s' does".formatted(type), ""));
        ready.inputs().forEach(input -> inputs.put(input.name(), input));
        return new ToolBody.Statement(source, ready.statement());
    }

    private String statement(String engine) {
        var listed = tool.field("parameters").map(Tree::items).orElse(List.of()).stream()
                .map(parameter -> inputs.get(parameter.text("name")))
                .toList();
        var bound = Parameters.bound(tool.text("statement"), engine, listed);
        var names = sources.names(tool.text("source"));
        return new TemplateParameters(inputs, engine, names, this::namesOfNow).written(bound);
    }

    private void namesOfNow(ImportedInput input) {
        findings.changed(
                tool.place(),
                "tool %s takes as %s the names that the database has now".formatted(name, input.name()),
                "run import again when it has others");
    }

    private void input(Tree parameter) {
        var copied = parameter.text("valueFromParam");
        if (!copied.isEmpty()) {
            inputs.put(
                    parameter.text("name"),
                    Optional.ofNullable(inputs.get(copied))
                            .orElseThrow(() ->
                                    new NotImported("a parameter copies '%s', which is none".formatted(copied), "")));
            return;
        }
        var input = Parameters.input(parameter);
        var claims = parameter.field("authServices").or(() -> parameter.field("authSources"));
        claims.filter(listed -> !isEmptyList(listed)).ifPresent(listed -> {
            input.rules().clear();
            input.rules().put("source", Map.of("claim", claim(input, listed)));
        });
        inputs.put(parameter.text("name"), input);
    }

    /** The claim of a single service: two services may use one value for different callers. */
    private String claim(ImportedInput input, Tree listed) {
        var claim = listed.items().size() == 1 ? listed.items().getFirst() : Tree.of(Map.of(), listed.place());
        if (claim.text("name").isEmpty() || claim.text("field").isEmpty()) {
            throw new NotImported(
                    "parameter %s does not have the claim of one service".formatted(input.name()),
                    "write authServices: [{name: SERVICE, field: CLAIM}]");
        }
        services.require(claim.text("name"));
        claimed.add(claim.text("name"));
        return claim.text("field");
    }

    /** Where claims are read, callers of their service alone may call. */
    private void authOfClaims() {
        if (claimed.isEmpty()) {
            return;
        }
        var needed = services.required(List.copyOf(claimed));
        if (claimed.size() > 1 || !more.getOrDefault("auth", needed).equals(needed)) {
            throw new NotImported("its claims are of another service than its callers may be of", "");
        }
        more.put("auth", needed);
    }

    private void auth() {
        tool.field("authRequired").filter(listed -> !isEmptyList(listed)).ifPresent(listed -> {
            var required = listed.items().stream()
                    .flatMap(service -> service.text().stream())
                    .toList();
            if (required.isEmpty() || required.size() != listed.items().size()) {
                throw new NotImported(
                        "authRequired is no list of names, and without one every caller could use it", "");
            }
            more.put("auth", services.required(required));
        });
    }

    private static boolean isEmptyList(Tree listed) {
        return listed.isList() && listed.items().isEmpty();
    }

    /** The other hints follow from the statement. */
    private void hints() {
        var hints = new LinkedHashMap<String, Object>();
        tool.at("annotations", "idempotentHint").ifPresent(hint -> hints.put("idempotent", hint.content()));
        tool.at("annotations", "openWorldHint").ifPresent(hint -> hints.put("openWorld", hint.content()));
        if (!hints.isEmpty()) {
            more.put("hints", hints);
        }
        tool.at("annotations", "title").flatMap(Tree::text).ifPresent(title -> more.put("title", title));
    }
}
