package dev.hyperterse.runtime.mcp;

import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.runtime.memory.ResultBuffer;
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
        var prompt = call.seen().prompt(name);
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
                    .orElseGet(() -> results.written(call, memory, out -> write(leaf, given.values(), out)));
        }
    }

    private static void write(PromptLeaf leaf, Map<String, String> arguments, ResultBuffer out) {
        var result = new PromptResult(out, leaf.description());
        for (var message : leaf.messages()) {
            result.role(message.role());
            result.content(message.content(), arguments);
        }
        result.end();
    }
}
