package dev.hyperterse.runtime.mcp.method;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.result.ResultWriter;
import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.runtime.live.definition.LivePrompt;
import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.Call;
import dev.hyperterse.runtime.mcp.call.CallReports;
import dev.hyperterse.runtime.mcp.call.RpcError;
import dev.hyperterse.runtime.mcp.message.Member;
import dev.hyperterse.runtime.mcp.result.PromptResult;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** {@code prompts/get}: the messages of a prompt with its arguments filled in. */
public final class Prompts {
    private final Results results;
    private final ToolRun run;
    private final RateCheck rates;
    private final CallReports reports;

    Prompts(Results results, ToolRun run, RateCheck rates, CallReports reports) {
        this.results = results;
        this.run = run;
        this.rates = rates;
        this.reports = reports;
    }

    public Answer get(Call call) {
        return reports.of(call, this::counted);
    }

    private Answer counted(Call call) {
        if (call.message().isString(Member.NAME)) {
            call.report().named(call.message().string(Member.NAME));
        }
        return rates.refuse(call).orElseGet(() -> taken(call));
    }

    private Answer taken(Call call) {
        var message = call.message();
        if (!message.isString(Member.NAME)) {
            return call.failed(call.malformed("field 'name' must be a string"));
        }
        var name = message.string(Member.NAME);
        var prompt = call.seen().prompt(name);
        if (prompt.isEmpty()) {
            reports.promptNotFound(call, name);
            return call.failed(RpcError.of(RpcError.INVALID_PARAMS, "Unknown prompt: " + name));
        }
        var leaf = prompt.get().leaf();
        reports.found(call, name, Optional.of(leaf));
        if (message.has(Member.ARGUMENTS) && !message.isObject(Member.ARGUMENTS)) {
            return call.failed(call.malformed("field 'arguments' must be an object"));
        }
        try (var memory = results.reservation()) {
            var given = PromptArguments.read(message, leaf.arguments(), memory);
            if (given.fault().isPresent()) {
                return call.failed(call.malformed(given.fault().get()));
            }
            try {
                return prompt.get()
                        .computed()
                        .map(messages -> computed(call, prompt.get(), messages, given.values()))
                        .orElseGet(() -> run.admits(call, prompt.get().rules(), given.values())
                                ? fixed(call, leaf, given.values(), memory)
                                : new Answer.Nothing());
            } catch (CallFailure failure) {
                call.report().failed(failure);
                return call.failed(failure)
                        .orElseGet(
                                () -> call.failed(call.errors().callFailed("prompt failed: " + failure.getMessage())));
            }
        }
    }

    private Answer fixed(Call call, PromptLeaf leaf, Map<String, String> arguments, Reservation memory) {
        call.report().calledWith(() -> JsonSpan.of(arguments));
        var answer = results.written(call, memory, out -> write(call, leaf, arguments, out));
        call.report().completed();
        return answer;
    }

    private Answer computed(Call call, LivePrompt prompt, LinkedTool messages, Map<String, String> arguments) {
        var leaf = prompt.leaf();
        Function<ResultBuffer, ResultWriter> writer = out -> new PromptResult(out, leaf.description(), call.frame());
        return run.run(call, leaf, prompt.rules(), arguments, messages, writer).answer();
    }

    private static void write(Call call, PromptLeaf leaf, Map<String, String> arguments, ResultBuffer out) {
        var result = new PromptResult(out, leaf.description(), call.frame());
        for (var message : leaf.messages()) {
            result.role(message.role());
            result.content(message.content(), arguments);
        }
        result.end();
    }
}
