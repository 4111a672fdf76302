package dev.hyperterse.runtime.mcp.method;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.Call;
import dev.hyperterse.runtime.mcp.call.CallReports;
import dev.hyperterse.runtime.mcp.message.Member;
import dev.hyperterse.runtime.mcp.result.ToolContent;
import java.util.Optional;

/** The entry tool that runs programs. What a program calls is recorded beside it. */
final class Programs {
    private final ToolRun run;
    private final CallReports reports;

    Programs(ToolRun run, CallReports reports) {
        this.run = run;
        this.reports = reports;
    }

    Answer run(Call call) {
        var message = call.message();
        reports.found(call, message.string(Member.NAME), Optional.empty());
        var arguments = message.has(Member.ARGUMENTS)
                ? new JsonSpan(message.bytes(), message.from(Member.ARGUMENTS), message.to(Member.ARGUMENTS))
                : JsonSpan.empty();
        try {
            return run.run(
                            call,
                            call.live().program().orElseThrow(),
                            arguments,
                            out -> new ToolContent(out, call.frame()))
                    .answer();
        } catch (CallFailure failure) {
            return call.failed(failure)
                    .orElseGet(() -> EntryTools.failed(
                            call, call.errors().callFailed("the program failed: " + failure.getMessage())));
        }
    }
}
