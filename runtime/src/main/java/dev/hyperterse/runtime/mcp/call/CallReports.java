package dev.hyperterse.runtime.mcp.call;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.CallTrace;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.runtime.live.definition.LivePrompt;
import dev.hyperterse.runtime.live.definition.LiveResource;
import dev.hyperterse.runtime.live.definition.LiveTool;
import dev.hyperterse.runtime.live.definition.ResourceDirectory.Found;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Ends each call with one record, one span and one count, for every outcome, as far as the server enables them. */
public final class CallReports {
    /** The definition exists, and a policy hides it from the caller. */
    static final String DENIED = "denied";

    static final String UNKNOWN = "unknown";

    private final McpObserver observer;
    private final CallTraces traces;
    private final AuditedCalls audited;

    public CallReports(McpObserver observer, CallTraces traces, AuditedCalls audited) {
        this.observer = observer;
        this.traces = traces;
        this.audited = audited;
    }

    /** Answers a call; its record is written before its answer is. */
    public Answer of(Call call, Function<Call, Answer> work) {
        try {
            return work.apply(call);
        } catch (CallFailure failure) {
            call.report().failed(failure);
            throw failure;
        } catch (RuntimeException fault) {
            call.report().failed(Stage.INTERNAL);
            throw fault;
        } finally {
            end(call);
        }
    }

    /** The caller may use the named definition; the trace begins. */
    public void found(Call call, String name, Optional<? extends Leaf> definition) {
        call.report().named(name);
        call.report().defined(definition);
        trace(call, () -> call.started(Optional.of(name)));
    }

    /** No tool of that name exists for the caller. */
    public void toolNotFound(Call call, String name) {
        notFound(call, name, call.live().tool(name).map(LiveTool::leaf));
    }

    public void promptNotFound(Call call, String name) {
        notFound(call, name, call.live().prompt(name).map(LivePrompt::leaf));
    }

    /** Records the name of a resource, if there is one: the URI of a template contains values of the caller. */
    public void resourceNotFound(Call call, String uri) {
        var hidden = call.live().resource(uri).map(Found::resource);
        notFound(call, hidden.map(it -> it.leaf().name()).orElse(uri), hidden.map(LiveResource::definition));
    }

    /** The other server that has the resource does not have it any more: no fault of a call. */
    public void resourceGone(Call call) {
        call.report().refused(Stage.RESOLVE, UNKNOWN, call.report().reason());
    }

    private static void notFound(Call call, String name, Optional<? extends Leaf> hidden) {
        notFound(call, call.report(), name, hidden);
    }

    /** @param report of the call, or of a part of it */
    static void notFound(Call call, CallReport report, String name, Optional<? extends Leaf> hidden) {
        report.named(name);
        report.defined(hidden);
        var reason = call.live().settings().audit().isPresent()
                ? call.live().hiddenBy(hidden, name, call.principal())
                : Optional.<String>empty();
        report.refused(Stage.RESOLVE, hidden.isPresent() ? DENIED : UNKNOWN, reason);
    }

    private void end(Call call) {
        var report = call.report();
        if (!report.traceBegun()) {
            // The span omits an unknown name, which the client has invented.
            trace(call, () -> call.started(Optional.empty()));
        }
        var took = System.nanoTime() - report.began();
        observer.ran(report.outcome(), took, report.trace().span());
        report.tool().ifPresent(tool -> observer.ranTool(tool.name(), report.outcome(), took));
        audited.ended(call, took);
        report.trace().end(report.outcome());
    }

    private void trace(Call call, Supplier<CallTraces.Started> started) {
        call.report().traced(traces.areRecorded() ? traces.begin(call.traceParent(), started) : CallTrace.NONE);
    }
}
