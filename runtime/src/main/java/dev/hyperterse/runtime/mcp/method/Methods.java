package dev.hyperterse.runtime.mcp.method;

import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.runtime.audit.CallAudit;
import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.AuditedCalls;
import dev.hyperterse.runtime.mcp.call.Call;
import dev.hyperterse.runtime.mcp.call.CallReports;
import dev.hyperterse.runtime.mcp.call.CallTraces;
import dev.hyperterse.runtime.mcp.call.InFlightCalls;
import dev.hyperterse.runtime.mcp.call.McpObserver;
import dev.hyperterse.runtime.mcp.seal.CursorSeal;
import dev.hyperterse.runtime.rate.CallRates;
import java.util.Map;
import java.util.function.Function;

/** The methods that all eras share, wired. */
public record Methods(
        UnusableRequests unusableRequests,
        Lists lists,
        Skills skills,
        ToolCalls tools,
        Prompts prompts,
        Resources resources,
        Completions completions,
        Results results,
        McpObserver observer) {
    public static Methods of(
            InFlightCalls inFlight,
            CursorSeal cursors,
            BufferBudget budget,
            McpObserver observer,
            CallTraces traces,
            CallRates rates,
            CallAudit audit) {
        var results = new Results(budget);
        var audited = new AuditedCalls(audit);
        var reports = new CallReports(observer, traces, audited);
        var check = new RateCheck(rates);
        var run = new ToolRun(inFlight, budget, check, audited, observer);
        var lists = new Lists(results, cursors);
        return new Methods(
                new UnusableRequests(check, reports),
                lists,
                new Skills(results, lists),
                new ToolCalls(new EntryTools(run, results, reports), run, check, reports),
                new Prompts(results, run, check, reports),
                new Resources(results, run, check, reports),
                new Completions(results, run, reports),
                results,
                observer);
    }

    /** The table of an era, from the methods that only this era has. */
    public MethodTable table(Map<McpMethod, Function<Call, Answer>> own) {
        var shared = Map.<McpMethod, Function<Call, Answer>>ofEntries(
                Map.entry(McpMethod.TOOLS_LIST, call -> lists.answer(call, Lists.Kind.TOOLS)),
                Map.entry(McpMethod.TOOLS_CALL, tools::answer),
                Map.entry(McpMethod.PROMPTS_LIST, call -> lists.answer(call, Lists.Kind.PROMPTS)),
                Map.entry(McpMethod.PROMPTS_GET, prompts::get),
                Map.entry(McpMethod.RESOURCES_LIST, call -> lists.answer(call, Lists.Kind.RESOURCES)),
                Map.entry(McpMethod.RESOURCES_TEMPLATES_LIST, call -> lists.answer(call, Lists.Kind.TEMPLATES)),
                Map.entry(McpMethod.RESOURCES_READ, resources::read),
                Map.entry(McpMethod.RESOURCES_DIRECTORY_READ, skills::readDirectory),
                Map.entry(McpMethod.SKILLS_LIST, call -> lists.answer(call, Lists.Kind.SKILLS)),
                Map.entry(McpMethod.SKILLS_GET, skills::get),
                Map.entry(McpMethod.COMPLETION_COMPLETE, completions::answer));
        return new MethodTable(shared, own, unusableRequests, observer);
    }
}
