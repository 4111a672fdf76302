package dev.hyperterse.runtime.mcp.call;

import dev.hyperterse.calls.CallTrace;
import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.Outcome;
import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.calls.SpanIdentity;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.context.Client;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.runtime.audit.CallAudit;
import dev.hyperterse.runtime.audit.CallRecord;
import dev.hyperterse.runtime.audit.ShownArguments;
import dev.hyperterse.runtime.live.definition.LiveTool;
import dev.hyperterse.runtime.mcp.message.Member;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** Creates the records of calls, if the server enables them or an author watches. */
public final class AuditedCalls {
    /** The method in the record of a call that a script makes. */
    private static final String BY_SCRIPT = "ctx.call";

    private static final Pattern TRACE_PARENT =
            Pattern.compile("[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2}).*");

    private final CallAudit audit;

    public AuditedCalls(CallAudit audit) {
        this.audit = audit;
    }

    /** Records a call that has ended. */
    void ended(Call call, long nanos) {
        if (isWanted(call)) {
            var report = call.report();
            record(
                    call,
                    call.message().string(Member.METHOD),
                    report.name(),
                    report.definition(),
                    report.shownOutcome(),
                    report.reason(),
                    report.rows(),
                    nanos,
                    report.trace(),
                    report.arguments(),
                    report.failure());
        }
    }

    /** A script has called the tool, as part of the client's call. */
    public void called(
            Call call,
            String name,
            JsonSpan arguments,
            CallTrace trace,
            Outcome outcome,
            Optional<String> reason,
            int rows,
            long nanos) {
        if (isWanted(call)) {
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
                    Optional.of(arguments),
                    Optional.empty());
        }
    }

    /** A call of a script was refused before it ran. */
    public void refused(Call call, String name, Stage stage, CallTrace trace) {
        refused(call, name, stage.spelling(), Optional.empty(), trace);
    }

    /** A program has called a tool that does not exist for its caller. */
    public void calledInVain(Call call, String name, CallTrace trace) {
        var hidden = call.live().tool(name).map(LiveTool::leaf);
        var reason = call.live().settings().audit().isPresent()
                ? call.live().hiddenBy(hidden, name, call.principal())
                : Optional.<String>empty();
        refused(call, name, hidden.isPresent() ? CallReports.DENIED : CallReports.UNKNOWN, reason, trace);
    }

    private void refused(Call call, String name, String outcome, Optional<String> reason, CallTrace trace) {
        if (isWanted(call)) {
            record(
                    call,
                    BY_SCRIPT,
                    name,
                    definition(call, name),
                    outcome,
                    reason,
                    OptionalInt.empty(),
                    0,
                    trace,
                    Optional.empty(),
                    Optional.empty());
        }
    }

    private boolean isWanted(Call call) {
        return call.live().settings().audit().isPresent() || audit.isWatched();
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
            Optional<JsonSpan> arguments,
            Optional<String> failure) {
        var record = new CallRecord(
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
                trace.span().or(() -> ofClient(call)),
                arguments.map(ShownArguments::new));
        call.live()
                .settings()
                .audit()
                .ifPresent(settings -> audit.record(settings.arguments() ? record : record.withoutArguments()));
        if (audit.isWatched()) {
            audit.show(record, call.about().map(Client.About::name), failure);
        }
    }

    private static Optional<LeafIdentity> definition(Call call, String tool) {
        return Optional.ofNullable(call.live().tools().get(tool))
                .map(LiveTool::leaf)
                .map(ToolLeaf::identity);
    }

    private static Optional<SpanIdentity> ofClient(Call call) {
        return call.traceParent()
                .map(TRACE_PARENT::matcher)
                .filter(it -> it.matches())
                .map(it -> new SpanIdentity(it.group(1), it.group(2), (HexFormat.fromHexDigits(it.group(3)) & 1) == 1));
    }
}
