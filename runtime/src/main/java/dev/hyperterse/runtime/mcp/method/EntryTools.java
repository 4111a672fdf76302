package dev.hyperterse.runtime.mcp.method;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.context.LoggingLevel;
import dev.hyperterse.calls.context.Progress;
import dev.hyperterse.calls.validation.ValidationFailures;
import dev.hyperterse.runtime.live.definition.EntryTool;
import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.Call;
import dev.hyperterse.runtime.mcp.call.CallReports;
import dev.hyperterse.runtime.mcp.call.ErrorAnswers;
import dev.hyperterse.runtime.mcp.call.Rpc;
import dev.hyperterse.runtime.mcp.call.RpcError;
import dev.hyperterse.runtime.mcp.message.JsonStrings;
import dev.hyperterse.runtime.mcp.message.Member;
import dev.hyperterse.runtime.mcp.message.PostedMessage;
import dev.hyperterse.runtime.mcp.method.ToolRun.Ran;
import dev.hyperterse.runtime.mcp.result.ToolContent;
import java.util.ArrayList;
import java.util.Optional;

/** The entry tools: their envelopes, errors and notifications. */
final class EntryTools {
    private static final Progress EXECUTION_STARTED = Progress.begin("execution started");
    private static final Progress EXECUTION_COMPLETED = Progress.end("execution completed");
    private static final Progress SEARCH_STARTED = Progress.begin("search started");
    private static final Progress SEARCH_COMPLETED = Progress.end("search completed");
    private static final int TEXT_BLOCK = 64;

    private final ToolRun run;
    private final Results results;
    private final CallReports reports;
    private final Programs programs;

    EntryTools(ToolRun run, Results results, CallReports reports) {
        this.run = run;
        this.results = results;
        this.reports = reports;
        this.programs = new Programs(run, reports);
    }

    Answer answer(Call call, EntryTool entryTool) {
        return switch (entryTool) {
            case SEARCH -> search(call);
            case EXECUTE, CHANGE -> execute(call, entryTool);
            case RUN -> programs.run(call);
        };
    }

    private Answer execute(Call call, EntryTool entryTool) {
        var message = call.message();
        var malformed = unknown(message, "only 'tool' and 'inputs' are allowed", Member.TOOL, Member.INPUTS)
                .or(() -> missing(message, Member.TOOL))
                .or(() -> nonEmptyText(message, Member.TOOL))
                .or(() -> missing(message, Member.INPUTS))
                .or(() -> message.isObject(Member.INPUTS)
                        ? Optional.empty()
                        : Optional.of("field 'inputs' must be an object"));
        if (malformed.isPresent()) {
            if (message.isString(Member.TOOL)) {
                call.report().named(message.string(Member.TOOL));
            }
            return failed(call, call.malformed(malformed.get()));
        }
        var tool = message.string(Member.TOOL);
        call.progress(EXECUTION_STARTED);
        logExecution(call, LoggingLevel.info, "tool_execute_started", tool, Optional.empty());
        var answer = execute(call, entryTool, tool);
        call.progress(EXECUTION_COMPLETED);
        return answer;
    }

    private Answer execute(Call call, EntryTool entryTool, String name) {
        var tool = call.seen().tool(name);
        if (tool.isEmpty()) {
            reports.toolNotFound(call, name);
            logExecution(call, LoggingLevel.error, "tool_execute_failed", name, Optional.of("unknown tool"));
            return failed(call, call.errors().unknownTool(UnknownTools.message(call, name)));
        }
        reports.found(call, name, Optional.of(tool.get().leaf()));
        var names = call.live().settings().search().entryTools();
        var runs = EntryTool.running(tool.get().leaf(), names);
        if (runs != entryTool) {
            var reason = (runs == EntryTool.CHANGE
                            ? "the tool '%s' is not read-only: call it with %s"
                            : "the tool '%s' is read-only: call it with %s")
                    .formatted(name, runs.name(names));
            logExecution(call, LoggingLevel.error, "tool_execute_failed", name, Optional.of(reason));
            return failed(call, call.malformed(reason));
        }
        var inputs = span(call.message(), Member.INPUTS);
        try {
            var ran = run.run(
                    call, tool.get().leaf(), tool.get().linked(), inputs, out -> new ToolContent(out, call.frame()));
            switch (ran) {
                case Ran.Completed completed -> logCompletion(call, "tool_execute_completed", name, completed.rows());
                case Ran.InputRequired _ ->
                    logExecution(call, LoggingLevel.info, "tool_execute_input_required", name, Optional.empty());
                case Ran.Cancelled _ -> {
                    // The client no longer reads the stream.
                }
            }
            return ran.answer();
        } catch (CallFailure failure) {
            var reason = failure.getMessage();
            logExecution(call, LoggingLevel.error, "tool_execute_failed", name, Optional.of(reason));
            return call.failed(failure)
                    .orElseGet(() -> failed(call, call.errors().callFailed("execution failed: " + reason)));
        }
    }

    private Answer search(Call call) {
        var message = call.message();
        var malformed = unknown(message, "only 'query' is allowed", Member.QUERY)
                .or(() -> missing(message, Member.QUERY))
                .or(() -> nonEmptyText(message, Member.QUERY));
        if (malformed.isPresent()) {
            return failed(call, call.malformed(malformed.get()));
        }
        var name = call.live().settings().search().entryTools().search();
        reports.found(call, name, Optional.empty());
        call.report().calledWith(() -> span(message, Member.ARGUMENTS));
        call.progress(SEARCH_STARTED);
        logExecution(call, LoggingLevel.info, "tool_search_started", name, Optional.empty());
        var hits = call.seen().search(message.string(Member.QUERY));
        logCompletion(call, "tool_search_completed", name, hits.size());
        call.progress(SEARCH_COMPLETED);
        long size = TEXT_BLOCK + hits.stream().mapToLong(hit -> hit.size() + 1).sum();
        var answer = results.written(call, size, out -> {
            var result = new ToolContent(out, call.frame());
            result.beginRows().ascii("[");
            var separator = "";
            for (var hit : hits) {
                out.ascii(separator);
                hit.writeInsideString(out::raw);
                separator = ",";
            }
            out.ascii("]");
            result.endRows(hits.size());
            result.end();
        });
        call.report().completed(hits.size());
        return answer;
    }

    private static JsonSpan span(PostedMessage message, Member member) {
        return new JsonSpan(message.bytes(), message.from(member), message.to(member));
    }

    /** The first member that the schema of the entry tool does not have. */
    private static Optional<String> unknown(PostedMessage message, String remedy, Member... allowed) {
        var found = new ArrayList<String>(1);
        message.object(Member.ARGUMENTS).forEach((nameFrom, nameTo, _, _) -> {
            var name = JsonStrings.shown(message.bytes(), nameFrom, nameTo);
            if (found.isEmpty() && !isAmong(allowed, name)) {
                found.add(name);
            }
        });
        return found.isEmpty()
                ? Optional.empty()
                : Optional.of("unknown field '%s'; %s".formatted(ValidationFailures.shown(found.getFirst()), remedy));
    }

    private static boolean isAmong(Member[] allowed, String name) {
        for (var member : allowed) {
            if (member.spelling().equals(name)) {
                return true;
            }
        }
        return false;
    }

    private static Optional<String> missing(PostedMessage message, Member member) {
        return message.has(member)
                ? Optional.empty()
                : Optional.of("missing required field '" + member.spelling() + "'");
    }

    private static Optional<String> nonEmptyText(PostedMessage message, Member member) {
        return message.isString(member) && message.to(member) - message.from(member) > 2
                ? Optional.empty()
                : Optional.of("field '" + member.spelling() + "' must be a non-empty string");
    }

    /** A model can correct all of these, also the name of a tool: here it is an argument. */
    static Answer failed(Call call, RpcError error) {
        return switch (call.live().settings().executeErrors()) {
            case JsonRpc -> call.failed(error);
            case ToolResult -> ErrorAnswers.ofTool(call, error.message());
        };
    }

    private static void logCompletion(Call call, String event, String tool, int count) {
        if (call.logs(LoggingLevel.info)) {
            call.log(
                    LoggingLevel.info,
                    Rpc.params().put("event", event).put("tool", tool).put("results", count));
        }
    }

    private static void logExecution(Call call, LoggingLevel level, String event, String tool, Optional<String> error) {
        if (call.logs(level)) {
            var data = Rpc.params().put("event", event).put("tool", tool);
            error.ifPresent(reason -> data.put("error", reason));
            call.log(level, data);
        }
    }
}
