package dev.hyperterse.runtime.mcp;

import dev.hyperterse.runtime.call.JsonSpan;
import dev.hyperterse.runtime.live.EntryTool;
import dev.hyperterse.runtime.mcp.ToolRun.Ended;

/** {@code tools/call}: an entry tool, or a tool by its own name where the server exposes them. */
final class ToolCalls {
    private final EntryTools entryTools;
    private final ToolRun run;

    ToolCalls(EntryTools entryTools, ToolRun run) {
        this.entryTools = entryTools;
        this.run = run;
    }

    Answer answer(Call call) {
        var message = call.message();
        if (!message.isString(Member.NAME)) {
            return call.failed(RpcError.invalidParams("field 'name' must be a string"));
        }
        if (message.has(Member.ARGUMENTS) && !message.isObject(Member.ARGUMENTS)) {
            return call.failed(RpcError.invalidParams("field 'arguments' must be an object"));
        }
        var name = message.string(Member.NAME);
        var exposure = call.live().settings().exposure();
        if (exposure.entryTools() && name.equals(EntryTool.EXECUTE.toolName())) {
            return entryTools.execute(call);
        }
        if (exposure.entryTools() && name.equals(EntryTool.SEARCH.toolName())) {
            return entryTools.search(call);
        }
        return exposure.tools() ? direct(call, name) : unknown(call, name);
    }

    private Answer direct(Call call, String name) {
        var tool = call.live().tool(name);
        if (tool.isEmpty()) {
            return unknown(call, name);
        }
        var message = call.message();
        var arguments = message.has(Member.ARGUMENTS)
                ? new JsonSpan(message.bytes(), message.from(Member.ARGUMENTS), message.to(Member.ARGUMENTS))
                : JsonSpan.empty();
        ToolRun.Shape shape = tool.get().structured() ? ToolRun::asStructured : ToolRun::asText;
        return switch (run.run(call, tool.get(), arguments, shape)) {
            case Ended.WithRows(int rows, var answer) -> answer;
            case Ended.Failed(var stage, var reason) -> ToolResults.error(call, reason);
            case Ended.Cancelled() -> new Answer.Nothing();
        };
    }

    private static Answer unknown(Call call, String name) {
        return call.failed(RpcError.of(RpcError.INVALID_PARAMS, "Unknown tool: " + name));
    }
}
