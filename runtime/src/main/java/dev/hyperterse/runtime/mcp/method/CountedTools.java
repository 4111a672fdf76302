package dev.hyperterse.runtime.mcp.method;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.CallTrace;
import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.runtime.live.CatalogView;
import dev.hyperterse.runtime.live.definition.LiveTool;
import dev.hyperterse.runtime.mcp.call.AuditedCalls;
import dev.hyperterse.runtime.mcp.call.Call;
import dev.hyperterse.runtime.mcp.call.McpObserver;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import dev.hyperterse.runtime.tool.call.OfferedTools;
import dev.hyperterse.runtime.tool.call.ToolCall;
import dev.hyperterse.runtime.tool.call.ToolDirectory;
import java.util.Optional;

/**
 * The tools that the scripts of one call may call. Each nested call counts for the rate of its tool and has a record of
 * its own (decision 0226).
 *
 * A toolset is what a client is offered, and not what its tools are made of: their scripts call all tools that the caller may
 * use at the URL of the server.
 *
 * @param call of the client
 * @param trace of that call, the parent of nested calls
 * @param all that the caller may use; one view for all of them, because it keeps what rules have decided
 */
record CountedTools(
        Call call, CallTrace trace, RateCheck rates, AuditedCalls audited, McpObserver observer, CatalogView all)
        implements ToolDirectory {
    CountedTools(Call call, CallTrace trace, RateCheck rates, AuditedCalls audited, McpObserver observer) {
        this(
                call,
                trace,
                rates,
                audited,
                observer,
                call.live().seenBy(call.principal().at(Optional.empty())));
    }

    @Override
    public Optional<CallableTool> callable(String name) {
        return all.callable(name).map(found -> counted(name, found));
    }

    @Override
    public OfferedTools offered() {
        return new ClientTools(this);
    }

    /** The tool with its calls counted and recorded. */
    CallableTool counted(String name, CallableTool found) {
        return new CallableTool(
                called -> run(name, found.tool(), called), found.callableFrom(), found.readOnly(), found.marked());
    }

    private Ended run(String name, LinkedTool tool, ToolCall called) {
        rates.tooMany(call, name).ifPresent(why -> {
            audited.refused(call, name, Stage.RATE_LIMITED, trace);
            throw new CallFailure(Stage.BUSY, why);
        });
        var report = AuditedCalls.ofTool(call, name, trace);
        var arguments = called.arguments();
        report.calledWith(() -> arguments);
        var began = System.nanoTime();
        try {
            call.live().tool(name).map(LiveTool::leaf).ifPresent(call.exchange()::runs);
            var ended = ToolRun.call(tool, called, report);
            switch (ended) {
                case COMPLETED -> report.completed(called.result().rows());
                case INPUT_REQUIRED -> report.inputRequired();
            }
            return ended;
        } catch (CallFailure failure) {
            report.failed(failure);
            throw failure;
        } finally {
            long took = System.nanoTime() - began;
            observer.ranTool(name, report.outcome(), took);
            audited.called(call, report, took);
        }
    }
}
