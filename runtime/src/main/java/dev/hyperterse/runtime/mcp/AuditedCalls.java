package dev.hyperterse.runtime.mcp;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.server.AuditSettings;
import dev.hyperterse.runtime.audit.CallAudit;
import dev.hyperterse.runtime.audit.CallRecord;
import dev.hyperterse.runtime.call.CallTrace;
import dev.hyperterse.runtime.call.JsonSpan;
import dev.hyperterse.runtime.call.SpanIdentity;
import dev.hyperterse.runtime.call.Stage;
import dev.hyperterse.runtime.live.LiveTool;
import dev.hyperterse.runtime.mcp.ToolRun.Ran;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** Makes the records of calls, where the server asks for them. */
final class AuditedCalls {
    /** What a client calls by a method, a script calls by this. */
    private static final String BY_SCRIPT = "ctx.call";

    private static final String COMPLETED = "completed";
    private static final String RATE_LIMITED = "rate-limited";
    /** The tool exists, and a policy hides it from the caller. */
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
            Optional<Stage> failedAt,
            Optional<String> reason,
            Optional<Ran> ran,
            long nanos) {
        var settings = call.live().settings().audit();
        if (settings.isPresent()) {
            var rows = ran.isPresent() ? OptionalInt.of(ran.get().rows()) : OptionalInt.empty();
            var outcome = failedAt.map(Stage::spelling).orElse(COMPLETED);
            record(
                    call,
                    name,
                    outcome,
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
            Optional<Stage> failedAt,
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
                    failedAt.map(Stage::spelling).orElse(COMPLETED),
                    reason,
                    failedAt.isEmpty() ? OptionalInt.of(rows) : OptionalInt.empty(),
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
    void notFound(Call call, String name) {
        if (call.live().settings().audit().isPresent()) {
            var exists = call.live().tools().containsKey(name);
            refused(call, name, exists ? DENIED : UNKNOWN);
        }
    }

    void rateLimited(Call call, String name) {
        if (call.live().settings().audit().isPresent()) {
            refused(call, name, RATE_LIMITED);
        }
    }

    private void refused(Call call, String name, String outcome) {
        record(call, name, outcome, Optional.empty(), OptionalInt.empty(), 0, CallTrace.NONE, Optional.empty());
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
