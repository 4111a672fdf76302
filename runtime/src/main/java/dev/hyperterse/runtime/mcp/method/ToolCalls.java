package dev.hyperterse.runtime.mcp.method;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.result.ResultWriter;
import dev.hyperterse.runtime.live.definition.EntryTool;
import dev.hyperterse.runtime.live.definition.ProgramTool;
import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.Call;
import dev.hyperterse.runtime.mcp.call.CallReports;
import dev.hyperterse.runtime.mcp.call.ErrorAnswers;
import dev.hyperterse.runtime.mcp.call.RpcError;
import dev.hyperterse.runtime.mcp.message.Member;
import dev.hyperterse.runtime.mcp.result.StructuredToolResult;
import dev.hyperterse.runtime.mcp.result.ToolContent;
import java.util.Optional;
import java.util.function.Function;

/** {@code tools/call}: an entry tool, or a tool by its own name, listed or not. */
public final class ToolCalls {
    private final EntryTools entryTools;
    private final ToolRun run;
    private final RateCheck rates;
    private final CallReports reports;

    ToolCalls(EntryTools entryTools, ToolRun run, RateCheck rates, CallReports reports) {
        this.entryTools = entryTools;
        this.run = run;
        this.rates = rates;
        this.reports = reports;
    }

    public Answer answer(Call call) {
        return reports.of(call, this::taken);
    }

    private Answer taken(Call call) {
        var message = call.message();
        var name = message.isString(Member.NAME) ? message.string(Member.NAME) : "";
        call.report().named(name);
        var settings = call.live().settings();
        var entryTool = EntryTool.called(name, settings);
        // A malformed call leaves a record, too, so it counts before it is looked at.
        var refused =
                rates.refuse(call, entryTool.filter(EntryTool::runsOthers).isPresent() ? Member.TOOL : Member.NAME);
        if (refused.isPresent()) {
            return refused.get();
        }
        if (!message.isString(Member.NAME)) {
            return call.failed(call.malformed("field 'name' must be a string"));
        }
        if (message.has(Member.ARGUMENTS) && !message.isObject(Member.ARGUMENTS)) {
            return call.failed(call.malformed("field 'arguments' must be an object"));
        }
        if (entryTool.isEmpty()) {
            return direct(call, name);
        }
        // It is listed for these callers only, so for others it is a tool that does not exist.
        return entryTool.get() == EntryTool.RUN
                        && !ProgramTool.isOffered(settings, call.seen().visibleTools())
                ? unknown(call, name)
                : entryTools.answer(call, entryTool.get());
    }

    private Answer direct(Call call, String name) {
        var tool = call.seen().tool(name);
        if (tool.isEmpty()) {
            return unknown(call, name);
        }
        reports.found(call, name, Optional.of(tool.get().leaf()));
        var fault = call.exchange().fault(call, tool.get());
        if (fault.isPresent()) {
            return call.unusable(fault.get());
        }
        var message = call.message();
        var arguments = message.has(Member.ARGUMENTS)
                ? new JsonSpan(message.bytes(), message.from(Member.ARGUMENTS), message.to(Member.ARGUMENTS))
                : JsonSpan.empty();
        Function<ResultBuffer, ResultWriter> writer = tool.get().structured()
                ? out -> new StructuredToolResult(out, call.frame())
                : out -> new ToolContent(out, call.frame());
        try {
            return run.run(call, tool.get().leaf(), tool.get().linked(), arguments, writer)
                    .answer();
        } catch (CallFailure failure) {
            return call.failed(failure).orElseGet(() -> ErrorAnswers.ofTool(call, failure.getMessage()));
        }
    }

    private Answer unknown(Call call, String name) {
        reports.toolNotFound(call, name);
        return call.failed(RpcError.of(RpcError.INVALID_PARAMS, UnknownTools.message(call, name)));
    }
}
