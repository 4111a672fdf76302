package dev.hyperterse.runtime.mcp.method;

import dev.hyperterse.runtime.live.definition.EntryTool;
import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.Call;
import dev.hyperterse.runtime.mcp.call.CallReports;
import dev.hyperterse.runtime.mcp.call.RpcError;
import dev.hyperterse.runtime.mcp.message.Member;

/** Refuses malformed requests before their method reads them. */
public final class UnusableRequests {
    private final RateCheck rates;
    private final CallReports reports;

    UnusableRequests(RateCheck rates, CallReports reports) {
        this.rates = rates;
        this.reports = reports;
    }

    /** A malformed call counts for the rate limits, which bound the number of records. */
    public Answer ofCall(Call call, RpcError error) {
        return reports.of(call, _ -> {
            named(call);
            return rates.refuse(call).orElseGet(() -> call.unusable(error));
        });
    }

    private static boolean runsOthers(Call call) {
        return call.message().isString(Member.NAME)
                && EntryTool.called(
                                call.message().string(Member.NAME), call.live().settings())
                        .filter(EntryTool::runsOthers)
                        .isPresent();
    }

    /** Names the definition; for {@code execute} the tool. */
    private static void named(Call call) {
        var message = call.message();
        if (runsOthers(call) && message.isString(Member.TOOL)) {
            call.report().named(message.string(Member.TOOL));
        } else if (message.isString(Member.NAME)) {
            call.report().named(message.string(Member.NAME));
        }
    }
}
