package dev.hyperterse.cli.imports.toolbox;

import dev.hyperterse.cli.document.Tree;
import dev.hyperterse.cli.imports.Fields;
import dev.hyperterse.cli.imports.ImportedDefinition;
import dev.hyperterse.cli.imports.ImportedNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Prompts: messages with arguments. */
final class ToolboxPrompt {
    private static final Pattern ARGUMENT = Pattern.compile("\\{\\{\\s*\\.([A-Za-z0-9_-]+)\\s*}}");

    private ToolboxPrompt() {}

    static ImportedDefinition translated(String name, Tree prompt) {
        var spec = new LinkedHashMap<String, Object>();
        spec.put("description", prompt.text("description").strip());
        var arguments = prompt.field("arguments").map(Tree::items).orElse(List.of()).stream()
                .map(ToolboxPrompt::argument)
                .toList();
        if (!arguments.isEmpty()) {
            spec.put("arguments", arguments);
        }
        var messages = new ArrayList<Map<String, Object>>();
        for (var message : prompt.field("messages").map(Tree::items).orElse(List.of())) {
            var text = ARGUMENT.matcher(message.text("content"))
                    .replaceAll(found -> "{{ " + ImportedNames.input(found.group(1)) + " }}");
            messages.add(Fields.of(
                    "role",
                    message.text("role").equals("assistant") ? "assistant" : "user",
                    "content",
                    Map.of("text", Map.of("inline", text))));
        }
        spec.put("messages", messages);
        return new ImportedDefinition.Text(prompt.place(), "Prompt", name, spec);
    }

    private static Map<String, Object> argument(Tree argument) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("name", ImportedNames.input(argument.text("name")));
        fields.put("description", argument.text("description").strip());
        var optional = argument.field("default").isPresent()
                || argument.field("required")
                        .filter(it -> Boolean.FALSE.equals(it.content()))
                        .isPresent();
        if (!optional) {
            fields.put("required", true);
        }
        return fields;
    }
}
