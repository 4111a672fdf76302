package dev.hyperterse.cli.imports.terse;

import dev.hyperterse.cli.document.SourceText;
import dev.hyperterse.cli.document.Tree;
import dev.hyperterse.cli.document.UnreadableManifest;
import dev.hyperterse.cli.imports.Fields;
import dev.hyperterse.cli.imports.ImportedDefinition;
import dev.hyperterse.cli.imports.NotImported;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Prompts and resources. */
final class TerseTexts {
    private TerseTexts() {}

    /** @param other its name where the file has none */
    static ImportedDefinition prompt(String other, Tree file) {
        var spec = new LinkedHashMap<String, Object>();
        head(file, spec);
        var messages = file.field("messages").map(Tree::items).orElse(List.of()).stream()
                .map(message -> Fields.of(
                        "role",
                        message.text("role").equals("assistant") ? "assistant" : "user",
                        "content",
                        Map.of("text", Map.of("inline", message.text("text")))))
                .toList();
        spec.put("messages", messages);
        return new ImportedDefinition.Text(file.place(), "Prompt", name(file, other), spec);
    }

    /** @param folder that the paths of its files are relative to */
    static ImportedDefinition resource(String other, Tree file, Path folder, Path project) {
        var spec = new LinkedHashMap<String, Object>();
        spec.put("name", name(file, other));
        head(file, spec);
        put(file, "uri", spec, "uri");
        put(file, "uri_template", spec, "uriTemplate");
        put(file, "mime_type", spec, "mimeType");
        if (!file.text("file_template").isEmpty()) {
            throw new NotImported("the file that it shows depends on its URI", "write a resource for each file");
        }
        spec.put(
                "text",
                Stream.of("text", "text_template")
                        .map(file::text)
                        .filter(text -> !text.isEmpty())
                        .findFirst()
                        .orElseGet(() -> content(TerseFiles.within(project, folder.resolve(file.text("file"))))));
        return new ImportedDefinition.Text(file.place(), "Resource", name(file, other), spec);
    }

    private static String content(Path file) {
        try {
            return SourceText.read(file).text();
        } catch (UnreadableManifest unreadable) {
            throw new NotImported(
                    "its file is no text: " + unreadable.diagnostic().message(), "");
        }
    }

    private static void head(Tree file, Map<String, Object> spec) {
        put(file, "title", spec, "title");
        put(file, "description", spec, "description");
        var arguments = file.field("arguments")
                .map(given -> given.isList()
                        ? given.items().stream()
                                .map(item -> argument(item.text("name"), item))
                                .toList()
                        : given.fields().entrySet().stream()
                                .map(entry -> argument(entry.getKey(), entry.getValue()))
                                .toList())
                .orElse(List.of());
        if (!arguments.isEmpty()) {
            spec.put("arguments", arguments);
        }
    }

    private static Map<String, Object> argument(String name, Tree argument) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("name", name);
        put(argument, "title", fields, "title");
        put(argument, "description", fields, "description");
        if (argument.isTrue("required")) {
            fields.put("required", true);
        }
        argument.field("completion").ifPresent(values -> fields.put("completion", values.content()));
        return fields;
    }

    private static void put(Tree file, String name, Map<String, Object> fields, String field) {
        if (!file.text(name).isEmpty()) {
            fields.put(field, file.text(name).strip());
        }
    }

    private static String name(Tree file, String other) {
        return file.text("name").isEmpty() ? other : file.text("name");
    }
}
