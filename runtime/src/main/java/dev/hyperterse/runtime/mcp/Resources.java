package dev.hyperterse.runtime.mcp;

import dev.hyperterse.catalog.ResourceLeaf.Body;
import dev.hyperterse.catalog.Template;
import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.JsonSpan;
import dev.hyperterse.runtime.live.ResourceDirectory.Found;
import dev.hyperterse.runtime.mcp.ToolRun.Ran;
import dev.hyperterse.runtime.tool.LinkedTool;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** {@code resources/read}. */
public final class Resources {
    private final Results results;
    private final ToolRun run;

    public Resources(Results results, ToolRun run) {
        this.results = results;
        this.run = run;
    }

    public Answer read(Call call) {
        return withUri(call, uri -> call.live()
                .directory()
                .find(uri)
                .map(found -> read(call, uri, found))
                .orElseGet(() -> notFound(call, uri)));
    }

    private Answer read(Call call, String uri, Found found) {
        var mimeType = found.resource().leaf().mimeType();
        return switch (found.resource().leaf().body()) {
            case Body.Text(var text) -> text(call, uri, mimeType, text, found.variables());
            case Body.Blob(var blob) ->
                results.of(
                        call,
                        contents(McpSchema.BlobResourceContents.builder(uri, blob)
                                .mimeType(mimeType)
                                .build()));
            case Body.Computed computed ->
                computed(call, uri, mimeType, found.resource().computed().orElseThrow(), found.variables());
        };
    }

    private Answer text(Call call, String uri, String mimeType, Template template, Map<String, String> variables) {
        try (var memory = results.reservation()) {
            var text = McpSchema.TextResourceContents.builder(uri, Templates.render(template, variables, memory))
                    .mimeType(mimeType)
                    .build();
            return results.of(call, contents(text), memory);
        }
    }

    private static McpSchema.ReadResourceResult contents(McpSchema.ResourceContents contents) {
        return McpSchema.ReadResourceResult.builder(List.of(contents)).build();
    }

    private Answer computed(Call call, String uri, String mimeType, LinkedTool linked, Map<String, String> variables) {
        try {
            return run.run(call, linked, JsonSpan.of(variables), out -> new ResourceRows(out, uri, mimeType))
                    .map(Ran::answer)
                    .orElseGet(Answer.Nothing::new);
        } catch (CallFailure failure) {
            return call.failed(RpcError.of(RpcError.CALL_FAILED, "reading failed: " + failure.getMessage()));
        }
    }

    public static Answer withUri(Call call, Function<String, Answer> answer) {
        Optional<String> uri = call.params().text("uri").filter(text -> !text.isEmpty());
        return uri.map(answer)
                .orElseGet(() -> call.failed(RpcError.invalidParams("field 'uri' must be a non-empty string")));
    }

    public static Answer notFound(Call call, String uri) {
        return call.failed(new RpcError(200, RpcError.RESOURCE_NOT_FOUND, "Resource not found", Map.of("uri", uri)));
    }
}
