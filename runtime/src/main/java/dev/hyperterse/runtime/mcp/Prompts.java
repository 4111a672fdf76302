package dev.hyperterse.runtime.mcp;

import dev.hyperterse.catalog.Argument;
import dev.hyperterse.catalog.Content;
import dev.hyperterse.catalog.PromptLeaf;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** {@code prompts/get}: the messages of a prompt with its arguments filled in. */
final class Prompts {
    private final Results results;

    Prompts(Results results) {
        this.results = results;
    }

    Answer get(Call call) {
        var params = call.params();
        var name = Call.text(params, "name");
        if (name.isEmpty()) {
            return call.failed(RpcError.invalidParams("field 'name' must be a string"));
        }
        var prompt = call.live().prompt(name.get());
        if (prompt.isEmpty()) {
            return call.failed(RpcError.of(RpcError.INVALID_PARAMS, "Unknown prompt: " + name.get()));
        }
        var given = params.path("arguments");
        var leaf = prompt.get().leaf();
        return fault(leaf, given)
                .map(fault -> call.failed(RpcError.invalidParams(fault)))
                .orElseGet(() -> results.of(call, render(leaf, values(given))));
    }

    private static Optional<String> fault(PromptLeaf leaf, JsonNode given) {
        if (!given.isMissingNode() && !given.isObject()) {
            return Optional.of("field 'arguments' must be an object");
        }
        var notText = given.properties().stream()
                .filter(argument -> !argument.getValue().isString())
                .map(Map.Entry::getKey)
                .findFirst();
        if (notText.isPresent()) {
            return Optional.of("argument '" + notText.get() + "' must be a string");
        }
        return leaf.arguments().stream()
                .filter(argument -> argument.required() && !given.has(argument.name()))
                .findFirst()
                .map(Argument::name)
                .map(missing -> "missing required argument '" + missing + "'");
    }

    private static Map<String, String> values(JsonNode given) {
        var values = new HashMap<String, String>();
        given.properties()
                .forEach(argument ->
                        values.put(argument.getKey(), argument.getValue().stringValue()));
        return values;
    }

    private static McpSchema.GetPromptResult render(PromptLeaf leaf, Map<String, String> values) {
        List<McpSchema.PromptMessage> messages = leaf.messages().stream()
                .map(message -> new McpSchema.PromptMessage(
                        switch (message.role()) {
                            case user -> McpSchema.Role.USER;
                            case assistant -> McpSchema.Role.ASSISTANT;
                        },
                        content(message.content(), values)))
                .toList();
        var result = McpSchema.GetPromptResult.builder(messages);
        leaf.description().ifPresent(result::description);
        return result.build();
    }

    private static McpSchema.Content content(Content content, Map<String, String> values) {
        return switch (content) {
            case Content.Text(var text) ->
                McpSchema.TextContent.builder(Templates.render(text, values)).build();
            case Content.Image(var data, var mimeType) ->
                McpSchema.ImageContent.builder(data, mimeType).build();
            case Content.Audio(var data, var mimeType) ->
                McpSchema.AudioContent.builder(data, mimeType).build();
            case Content.EmbeddedText(var uri, var mimeType, var text) -> {
                var contents = McpSchema.TextResourceContents.builder(
                        Templates.render(uri, values), Templates.render(text, values));
                mimeType.ifPresent(contents::mimeType);
                yield McpSchema.EmbeddedResource.builder(contents.build()).build();
            }
            case Content.EmbeddedBlob(var uri, var mimeType, var blob) -> {
                var contents = McpSchema.BlobResourceContents.builder(Templates.render(uri, values), blob);
                mimeType.ifPresent(contents::mimeType);
                yield McpSchema.EmbeddedResource.builder(contents.build()).build();
            }
            case Content.ResourceLink(var uri, var name, var title, var description, var mimeType) -> {
                var link = McpSchema.ResourceLink.builder().name(name).uri(Templates.render(uri, values));
                title.ifPresent(link::title);
                description.ifPresent(link::description);
                mimeType.ifPresent(link::mimeType);
                yield link.build();
            }
        };
    }
}
