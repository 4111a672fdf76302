package dev.hyperterse.cli.imports.toolbox;

import dev.hyperterse.cli.document.Tree;
import dev.hyperterse.cli.imports.ImportedInput;
import dev.hyperterse.cli.imports.NotImported;
import dev.hyperterse.cli.imports.Parameters;
import dev.hyperterse.cli.imports.ToolBody;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Commands of Redis: lists of words, of which one that begins with a dollar is a parameter. */
record RedisCommands(Tree tool, Map<String, ImportedInput> inputs, String source) {
    ToolBody body() {
        var commands = tool.field("commands").map(Tree::items).orElse(List.of()).stream()
                .map(command -> command.items().stream().map(this::word).collect(Collectors.joining(" ")))
                .toList();
        if (commands.isEmpty()) {
            throw new NotImported("it has no commands", "");
        }
        return commands.size() == 1
                ? new ToolBody.Statement(source, commands.getFirst())
                : new ToolBody.Sequence(source, commands);
    }

    private String word(Tree word) {
        var text = Parameters.text(word.content());
        if (!text.startsWith("$")) {
            return literal(text);
        }
        var input = Optional.ofNullable(inputs.get(text.substring(1)))
                .orElseThrow(() -> new NotImported("a command has '%s', which is no parameter".formatted(text), ""));
        return input.type().equals("array") ? input.chosen("spread") : input.placeholder();
    }

    /** Bare where nothing in it has a meaning for the reader of words. */
    private static String literal(String text) {
        if (text.matches("[A-Za-z0-9_.:*/@+-]+")) {
            return text;
        }
        return "\""
                + text.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\n", "\\n")
                        .replace("{{", "{{{{") + "\"";
    }
}
