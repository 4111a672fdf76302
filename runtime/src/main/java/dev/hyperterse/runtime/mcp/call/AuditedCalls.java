package dev.hyperterse.runtime.mcp.call;

import dev.hyperterse.calls.CallTrace;
import dev.hyperterse.calls.SpanIdentity;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.context.Client;
import dev.hyperterse.runtime.audit.CallAudit;
import dev.hyperterse.runtime.audit.CallRecord;
import dev.hyperterse.runtime.audit.ShownArguments;
import dev.hyperterse.runtime.live.definition.LiveTool;
import dev.hyperterse.runtime.mcp.message.Member;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
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

    void ended(Call call, long nanos) {
        record(call, call.message().string(Member.METHOD), call.report(), nanos);
    }

    /** The report of a tool that a script calls, as part of the call of the client. */
    public static CallReport ofTool(Call call, String name, CallTrace trace) {
        var report = new CallReport();
        report.named(name);
        report.defined(Optional.ofNullable(call.live().tools().get(name)).map(LiveTool::leaf));
        report.traced(trace);
        return report;
    }

    /** A script has called a tool. */
    public void called(Call call, CallReport report, long nanos) {
        record(call, BY_SCRIPT, report, nanos);
    }

    /** A call of a script was refused before it ran. */
    public void refused(Call call, String name, Stage stage, CallTrace trace) {
        var report = ofTool(call, name, trace);
        report.failed(stage);
        called(call, report, 0);
    }

    /** A program has called a tool that does not exist for its caller. */
    public void calledInVain(Call call, String name, CallTrace trace) {
        var report = ofTool(call, name, trace);
        CallReports.notFound(call, report, name, call.live().tool(name).map(LiveTool::leaf));
        called(call, report, 0);
    }

    private void record(Call call, String method, CallReport report, long nanos) {
        var live = call.live();
        var settings = live.settings().audit();
        if (settings.isEmpty() && !audit.isWatched()) {
            return;
        }
        var record = new CallRecord(
                live.settings().identity(),
                live.revision(),
                method,
                report.name(),
                report.definition(),
                call.principal(),
                report.shownOutcome(),
                report.reason(),
                report.rows(),
                Duration.ofNanos(nanos),
                report.trace().span().or(() -> ofClient(call)),
                report.arguments().map(ShownArguments::new));
        settings.ifPresent(it -> audit.record(it.arguments() ? record : record.withoutArguments()));
        if (audit.isWatched()) {
            audit.show(record, call.about().map(Client.About::name), report.failure());
        }
    }

    private static Optional<SpanIdentity> ofClient(Call call) {
        return call.traceParent()
                .map(TRACE_PARENT::matcher)
                .filter(it -> it.matches())
                .map(it -> new SpanIdentity(it.group(1), it.group(2), (HexFormat.fromHexDigits(it.group(3)) & 1) == 1));
    }
}
