package dev.hyperterse.cli.imports.terse;

import dev.hyperterse.cli.document.Tree;
import dev.hyperterse.cli.imports.Findings;
import dev.hyperterse.cli.imports.ImportedInput;
import dev.hyperterse.cli.imports.ImportedNames;
import dev.hyperterse.cli.imports.ImportedTool;
import dev.hyperterse.cli.imports.NotImported;
import dev.hyperterse.cli.imports.Parameters;
import dev.hyperterse.cli.imports.SqlParameters;
import dev.hyperterse.cli.imports.ToolBody;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** The tools of a project. */
record TerseTools(Path tools, TerseAdapters adapters, TerseAuth auth, TerseScripts scripts, Findings findings) {
    private static final String INPUT = "\\{\\{\\s*inputs\\.(?<input>\\w+)\\s*}}";
    private static final Pattern IN = Pattern.compile("(?i)\\bin\\s*\\([^()]*$");

    /** @param path of its file */
    ImportedTool tool(Path path, Tree file) {
        var folder = path.getParent();
        var name = file.text("name").isEmpty() ? generated(tools.relativize(folder)) : file.text("name");
        var inputs = new LinkedHashMap<String, ImportedInput>();
        file.field("inputs")
                .map(Tree::fields)
                .orElse(Map.of())
                .forEach((each, input) -> inputs.put(each, input(each, input)));
        var more = new LinkedHashMap<String, Object>();
        auth.of(file).ifPresent(needed -> more.put("auth", needed));
        file.field("cache").ifPresent(cache -> more.put("cache", cache(cache)));
        var body = body(file, name, folder, inputs);
        if (body instanceof ToolBody.Script(var script)
                && scripts.texts().get(script).contains("fetch(")) {
            findings.changed(
                    file.place(),
                    "the script of %s fetches, which the server has to allow".formatted(name),
                    "list the URLs in spec.scripts.fetch of server.yaml");
        }
        return new ImportedTool(
                file.place(), name, file.text("description").strip(), List.copyOf(inputs.values()), body, more);
    }

    static Map<String, Object> cache(Tree cache) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("mode", cache.isTrue("enabled") ? "Enabled" : "Disabled");
        cache.field("ttl").ifPresent(seconds -> fields.put("ttl", seconds.content() + "s"));
        return fields;
    }

    private ToolBody body(Tree file, String name, Path folder, Map<String, ImportedInput> inputs) {
        var scriptFolder = ImportedNames.object(name);
        var adapter = file.text("use");
        if (adapter.isEmpty()) {
            var handler = Optional.of(file.text("handler"))
                    .filter(it -> !it.isEmpty())
                    .or(() -> TerseScripts.conventional(folder, "handler", "handler"))
                    .orElseThrow(() -> new NotImported("it has neither an adapter nor a handler", ""));
            return new ToolBody.Script(scripts.script(scriptFolder, handler, folder));
        }
        var statement = statement(adapter, file, inputs);
        var transforms = new LinkedHashMap<String, String>();
        mapper(file, "input", folder, "validator")
                .ifPresent(script -> transforms.put("input", scripts.script(scriptFolder, script, folder)));
        mapper(file, "output", folder, "mapper")
                .ifPresent(script -> transforms.put("output", scripts.script(scriptFolder, script, folder)));
        return transforms.isEmpty() ? statement : new ToolBody.Transformed(statement, transforms);
    }

    private static Optional<String> mapper(Tree file, String which, Path folder, String word) {
        return Optional.of(file.text("mappers", which))
                .filter(it -> !it.isEmpty())
                .or(() -> TerseScripts.conventional(folder, which, which.equals("output") ? "data" : which, word));
    }

    private ToolBody.Statement statement(String adapter, Tree file, Map<String, ImportedInput> inputs) {
        var text = file.text("statement");
        var statement = text.isBlank() ? "SELECT 1" : SqlParameters.trimmed(text);
        var engine = adapters.engine(adapter);
        if (engine.equals("Mongodb")) {
            var command = MongodbCommand.of(statement);
            return new ToolBody.Statement(adapters.ofDatabase(adapter, command.database()), command.text());
        }
        return new ToolBody.Statement(adapter, SqlParameters.replaced(engine, statement, INPUT, found -> {
            Optional.ofNullable(inputs.get(found.text().group("input"))).ifPresent(input -> {
                if (found.countsRows()) {
                    Parameters.countsRows(input);
                }
                if (input.type().equals("string") && IN.matcher(found.before()).find()) {
                    findings.changed(
                            file.place(),
                            "the statement had the text of %s pasted into IN; here %1$s is one value, and no list"
                                    .formatted(input.name()),
                            "make it type: array, where callers give several");
                }
            });
            return Optional.of(found.text().group());
        }));
    }

    private static ImportedInput input(String name, Tree input) {
        var rules = new LinkedHashMap<String, Object>();
        input.field("default").ifPresent(value -> rules.put("default", Parameters.text(value.content())));
        if (input.isTrue("optional") && !rules.containsKey("default")) {
            rules.put("optional", true);
        }
        return new ImportedInput(
                name, input.text("type"), input.text("description").strip(), rules);
    }

    /** As the original makes it of a folder: {@code users/get} is users-get. */
    private static String generated(Path folder) {
        return StreamSupport.stream(folder.spliterator(), false)
                .map(part -> part.toString()
                        .replaceAll("[^a-zA-Z0-9_-]+", "-")
                        .replaceAll("^[-_]+|[-_]+$", "")
                        .toLowerCase(Locale.ROOT))
                .map(part -> part.isEmpty() ? "index" : part)
                .collect(Collectors.joining("-"));
    }
}
