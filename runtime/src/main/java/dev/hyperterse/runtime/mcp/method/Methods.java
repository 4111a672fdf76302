package dev.hyperterse.runtime.mcp.method;

import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.runtime.audit.CallAudit;
import dev.hyperterse.runtime.mcp.call.AuditedCalls;
import dev.hyperterse.runtime.mcp.call.CallReports;
import dev.hyperterse.runtime.mcp.call.CallTraces;
import dev.hyperterse.runtime.mcp.call.InFlightCalls;
import dev.hyperterse.runtime.mcp.call.McpObserver;
import dev.hyperterse.runtime.mcp.seal.CursorSeal;
import dev.hyperterse.runtime.rate.CallRates;

/** The methods that all eras share, wired; each era decides which of its methods they answer. */
public record Methods(
        UnusableRequests unusableRequests,
        Lists lists,
        ToolCalls tools,
        Prompts prompts,
        Resources resources,
        Completions completions,
        Results results) {
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
        var run = new ToolRun(inFlight, budget, check, audited);
        return new Methods(
                new UnusableRequests(check, reports),
                new Lists(results, cursors),
                new ToolCalls(new EntryTools(run, results, reports), run, check, reports),
                new Prompts(results, run, check, reports),
                new Resources(results, run, check, reports),
                new Completions(results),
                results);
    }
}
