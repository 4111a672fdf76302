package dev.hyperterse.runtime.mcp;

import dev.hyperterse.catalog.Content;
import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.runtime.memory.Reservation;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.List;
import java.util.Map;

/** {@code prompts/get}: the messages of a prompt with its arguments filled in. */
public final class Prompts {
    private final Results results;

    Prompts(Results results) {
        this.results = results;
    }

    public Answer get(Call call) {
        var message = call.message();
        if (!message.isString(Member.NAME)) {
            return call.failed(RpcError.invalidParams("field 'name' must be a string"));
        }
        var name = message.string(Member.NAME);
        var prompt = call.live().prompt(name);
        if (prompt.isEmpty()) {
            return call.failed(RpcError.of(RpcError.INVALID_PARAMS, "Unknown prompt: " + name));
        }
        if (message.has(Member.ARGUMENTS) && !message.isObject(Member.ARGUMENTS)) {
            return call.failed(RpcError.invalidParams("field 'arguments' must be an object"));
        }
        try (var memory = results.reservation()) {
            var leaf = prompt.get().leaf();
            var given = PromptArguments.read(message, leaf.arguments(), memory);
            return given.fault()
                    .map(fault -> call.failed(RpcError.invalidParams(fault)))
                    .orElseGet(() -> results.of(call, render(leaf, given.values(), memory), memory));
        }
    }

    private static McpSchema.GetPromptResult render(PromptLeaf leaf, Map<String, String> values, Reservation memory) {
        List<McpSchema.PromptMessage> messages = leaf.messages().stream()
                .map(message -> new McpSchema.PromptMessage(
                        switch (message.role()) {
                            case user -> McpSchema.Role.USER;
                            case assistant -> McpSchema.Role.ASSISTANT;
                        },
                        content(message.content(), values, memory)))
                .toList();
        var result = McpSchema.GetPromptResult.builder(messages);
        leaf.description().ifPresent(result::description);
        return result.build();
    }

    private static McpSchema.Content content(Content content, Map<String, String> values, Reservation memory) {
        return switch (content) {
            case Content.Text(var text) ->
                McpSchema.TextContent.builder(Templates.render(text, values, memory))
                        .build();
            case Content.Image(var data, var mimeType) ->
                McpSchema.ImageContent.builder(data, mimeType).build();
            case Content.Audio(var data, var mimeType) ->
                McpSchema.AudioContent.builder(data, mimeType).build();
            case Content.EmbeddedText(var uri, var mimeType, var text) -> {
                var contents = McpSchema.TextResourceContents.builder(
                        Templates.render(uri, values, memory), Templates.render(text, values, memory));
                mimeType.ifPresent(contents::mimeType);
                yield McpSchema.EmbeddedResource.builder(contents.build()).build();
            }
            case Content.EmbeddedBlob(var uri, var mimeType, var blob) -> {
                var contents = McpSchema.BlobResourceContents.builder(Templates.render(uri, values, memory), blob);
                mimeType.ifPresent(contents::mimeType);
                yield McpSchema.EmbeddedResource.builder(contents.build()).build();
            }
            case Content.ResourceLink(var uri, var name, var title, var description, var mimeType) -> {
                var link = McpSchema.ResourceLink.builder().name(name).uri(Templates.render(uri, values, memory));
                title.ifPresent(link::title);
                description.ifPresent(link::description);
                mimeType.ifPresent(link::mimeType);
                yield link.build();
            }
        };
    }
}
