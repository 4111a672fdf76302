package dev.hyperterse.runtime.mcp;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.server.AuditSettings;
import dev.hyperterse.runtime.audit.CallAudit;
import dev.hyperterse.runtime.audit.CallRecord;
import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.CallTrace;
import dev.hyperterse.runtime.call.DecidedFailure;
import dev.hyperterse.runtime.call.JsonSpan;
import dev.hyperterse.runtime.call.Outcome;
import dev.hyperterse.runtime.call.Outcome.Ended;
import dev.hyperterse.runtime.call.SpanIdentity;
import dev.hyperterse.runtime.live.LivePrompt;
import dev.hyperterse.runtime.live.LiveTool;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** Makes the records of calls, where the server asks for them. */
final class AuditedCalls {
    /** What a client calls by a method, a script calls by this. */
    private static final String BY_SCRIPT = "ctx.call";

    private static final String RATE_LIMITED = "rate-limited";
    /** The definition exists, and a policy hides it from the caller. */
    private static final String DENIED = "denied";

    private static final String UNKNOWN = "unknown";
    private static final Pattern TRACE_PARENT =
            Pattern.compile("[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}.*");

    private final CallAudit audit;

    AuditedCalls(CallAudit audit) {
        this.audit = audit;
    }

    void ran(
            Call call,
            String name,
            JsonSpan arguments,
            CallTrace trace,
            Outcome outcome,
            Optional<String> reason,
            OptionalInt rows,
            long nanos) {
        var settings = call.live().settings().audit();
        if (settings.isPresent()) {
            record(
                    call,
                    name,
                    outcome.spelling(),
                    reason,
                    rows,
                    nanos,
                    trace,
                    settings.filter(AuditSettings::arguments).map(_ -> arguments));
        }
    }

    /** A script has called the tool, as part of the client's call. */
    void called(
            Call call,
            String name,
            JsonSpan arguments,
            CallTrace trace,
            Outcome outcome,
            Optional<String> reason,
            int rows,
            long nanos) {
        var settings = call.live().settings().audit();
        if (settings.isPresent()) {
            record(
                    call,
                    BY_SCRIPT,
                    name,
                    definition(call, name),
                    outcome.spelling(),
                    reason,
                    outcome == Ended.COMPLETED ? OptionalInt.of(rows) : OptionalInt.empty(),
                    nanos,
                    trace,
                    settings.filter(AuditSettings::arguments).map(_ -> arguments));
        }
    }

    void calledTooOften(Call call, String name, CallTrace trace) {
        if (call.live().settings().audit().isPresent()) {
            record(
                    call,
                    BY_SCRIPT,
                    name,
                    definition(call, name),
                    RATE_LIMITED,
                    Optional.empty(),
                    OptionalInt.empty(),
                    0,
                    trace,
                    Optional.empty());
        }
    }

    /** There is no tool of that name for the caller. */
    void toolNotFound(Call call, String name) {
        notFound(call, name, call.live().tool(name).map(LiveTool::leaf));
    }

    void promptNotFound(Call call, String name) {
        notFound(call, name, call.live().prompt(name).map(LivePrompt::leaf));
    }

    /** By its name where there is one: the URI of a template has values of the caller. */
    void resourceNotFound(Call call, String uri) {
        var hidden = call.live().resource(uri).map(found -> found.resource().leaf());
        notFound(call, hidden.map(ResourceLeaf::name).orElse(uri), hidden);
    }

    private void notFound(Call call, String name, Optional<? extends Leaf> hidden) {
        if (call.live().settings().audit().isPresent()) {
            var reason = call.live().hiddenBy(hidden, name, call.principal());
            refused(call, name, hidden.map(Leaf::identity), hidden.isPresent() ? DENIED : UNKNOWN, reason);
        }
    }

    /** Rules or the decision point do not admit a get, a read or a subscription. */
    void denied(Call call, String name, Leaf leaf, CallFailure failure) {
        if (call.live().settings().audit().isPresent()) {
            refused(
                    call,
                    name,
                    Optional.of(leaf.identity()),
                    failure.stage().spelling(),
                    DecidedFailure.reason(failure));
        }
    }

    void rateLimited(Call call, String name) {
        if (call.live().settings().audit().isPresent()) {
            refused(call, name, definition(call, name), RATE_LIMITED, Optional.empty());
        }
    }

    private void refused(
            Call call, String name, Optional<LeafIdentity> definition, String outcome, Optional<String> reason) {
        record(
                call,
                call.message().string(Member.METHOD),
                name,
                definition,
                outcome,
                reason,
                OptionalInt.empty(),
                0,
                CallTrace.NONE,
                Optional.empty());
    }

    private void record(
            Call call,
            String name,
            String outcome,
            Optional<String> reason,
            OptionalInt rows,
            long nanos,
            CallTrace trace,
            Optional<JsonSpan> arguments) {
        record(
                call,
                call.message().string(Member.METHOD),
                name,
                call.message().isSpelled(Member.METHOD, "tools/call") ? definition(call, name) : Optional.empty(),
                outcome,
                reason,
                rows,
                nanos,
                trace,
                arguments);
    }

    private void record(
            Call call,
            String method,
            String name,
            Optional<LeafIdentity> definition,
            String outcome,
            Optional<String> reason,
            OptionalInt rows,
            long nanos,
            CallTrace trace,
            Optional<JsonSpan> arguments) {
        audit.record(new CallRecord(
                call.live().settings().identity(),
                call.live().revision(),
                method,
                name,
                definition,
                call.principal(),
                outcome,
                reason,
                rows,
                Duration.ofNanos(nanos),
                trace.span().map(SpanIdentity::traceId).or(() -> ofClient(call)),
                arguments));
    }

    private static Optional<LeafIdentity> definition(Call call, String tool) {
        return Optional.ofNullable(call.live().tools().get(tool))
                .map(LiveTool::leaf)
                .map(ToolLeaf::identity);
    }

    private static Optional<String> ofClient(Call call) {
        return call.traceParent()
                .map(TRACE_PARENT::matcher)
                .filter(it -> it.matches())
                .map(it -> it.group(1));
    }
}
