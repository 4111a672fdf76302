package dev.hyperterse.cli.imports.toolbox;

import dev.hyperterse.cli.document.Tree;
import dev.hyperterse.cli.imports.ImportedInput;
import dev.hyperterse.cli.imports.NotImported;
import dev.hyperterse.cli.imports.ToolBody;
import dev.hyperterse.cli.init.generate.Yaml;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Tools of MongoDB: their payloads are parts of one command. */
record MongodbTool(Tree tool, String type, Map<String, ImportedInput> inputs, String source, ToolboxSources sources) {
    private static final Pattern ACTION =
            Pattern.compile("(?<open>\"?)\\{\\{-?\\s*(?<json>json\\s+)?\\.(?<name>[A-Za-z0-9_]+)\\s*-?}}(?<close>\"?)");
    private static final ImportedInput DOCUMENT = new ImportedInput("data", "object", "The document", Map.of());

    ToolBody body() {
        directions();
        return new ToolBody.Statement(sources.ofDatabase(source, tool.text("database")), command());
    }

    private String command() {
        var collection = Yaml.quoted(tool.text("collection"));
        return switch (type) {
            case "mongodb-find", "mongodb-find-one" ->
                object(
                        "find", collection,
                        "filter", payload("filterPayload"),
                        "projection", payload("projectPayload"),
                        "sort", payload("sortPayload"),
                        "limit", type.endsWith("-one") ? "1" : number("limit"));
            case "mongodb-aggregate" -> object("aggregate", collection, "pipeline", payload("pipelinePayload"));
            case "mongodb-delete-one", "mongodb-delete-many" ->
                object(
                        "delete",
                        collection,
                        "deletes",
                        list(object("q", payload("filterPayload"), "limit", type.endsWith("-one") ? "1" : "0")));
            case "mongodb-update-one", "mongodb-update-many" ->
                object(
                        "update",
                        collection,
                        "updates",
                        list(object(
                                "q",
                                payload("filterPayload"),
                                "u",
                                payload("updatePayload"),
                                "upsert",
                                tool.isTrue("upsert") ? "true" : "",
                                "multi",
                                type.endsWith("-many") ? "true" : "")));
            case "mongodb-insert-one" -> {
                inputs.put(DOCUMENT.name(), DOCUMENT);
                yield object("insert", collection, "documents", list(Yaml.quoted(DOCUMENT.placeholder())));
            }
            case "mongodb-insert-many" ->
                throw new NotImported(
                        "no input is a list of documents", "call a tool of type mongodb-insert-one for each document");
            default -> throw new NotImported("no tool here does what '%s' does".formatted(type), "");
        };
    }

    /** A direction is 1 or -1. */
    private void directions() {
        for (var parameter : tool.field("sortParams").map(Tree::items).orElse(List.of())) {
            Optional.ofNullable(inputs.get(parameter.text("name")))
                    .filter(input -> input.type().equals("int"))
                    .ifPresent(input -> input.rules().putIfAbsent("enum", List.of("1", "-1")));
        }
    }

    private String payload(String field) {
        var text = tool.text(field).strip();
        var result = new StringBuilder();
        var action = ACTION.matcher(text);
        while (action.find()) {
            var input = Optional.ofNullable(inputs.get(action.group("name")))
                    .orElseThrow(() -> new NotImported(
                            "%s has a parameter '%s' that is not listed".formatted(field, action.group("name")), ""));
            var whole = action.group("json") != null
                    || action.group("open").equals(action.group("close"))
                            && !action.group("open").isEmpty()
                    || !isInText(text.substring(0, action.start()));
            action.appendReplacement(
                    result,
                    Matcher.quoteReplacement(
                            whole
                                    ? Yaml.quoted(input.placeholder())
                                    : action.group("open") + input.placeholder() + action.group("close")));
        }
        return action.appendTail(result).toString();
    }

    private static boolean isInText(String before) {
        return before.replaceAll("\\\\.", "").chars().filter(it -> it == '"').count() % 2 == 1;
    }

    private String number(String field) {
        return tool.field(field).map(it -> it.content().toString()).orElse("");
    }

    /** Members without a text are left out. */
    private static String object(String... members) {
        var lines = new ArrayList<String>();
        for (var index = 0; index < members.length; index += 2) {
            if (!members[index + 1].isEmpty()) {
                lines.add(Yaml.quoted(members[index]) + ": " + members[index + 1]);
            }
        }
        return lines.stream()
                .collect(Collectors.joining(",\n", "{\n", "\n}"))
                .replace("\n", "\n  ")
                .replaceAll("\n  }$", "\n}");
    }

    private static String list(String item) {
        return "[" + item + "]";
    }
}
