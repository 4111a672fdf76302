package dev.hyperterse.runtime.mcp.method;

import dev.hyperterse.calls.Stage;
import dev.hyperterse.catalog.server.Rates;
import dev.hyperterse.runtime.live.CatalogView;
import dev.hyperterse.runtime.live.definition.LiveTool;
import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.Call;
import dev.hyperterse.runtime.mcp.message.Member;
import dev.hyperterse.runtime.rate.CallRates;
import dev.hyperterse.runtime.rate.CallRates.CalledTool;
import java.util.Optional;

/** Refuses calls beyond the rate limits, before anything of them runs. */
final class RateCheck {
    private final CallRates rates;

    RateCheck(CallRates rates) {
        this.rates = rates;
    }

    /** A call of no tool. */
    Optional<Answer> refuse(Call call) {
        return limits(call).flatMap(limits -> refuse(call, limits, Optional.empty()));
    }

    /** @param naming the member with the tool's name; a call of an invisible tool counts only for the caller */
    Optional<Answer> refuse(Call call, Member naming) {
        // Without limits nothing is parsed.
        return limits(call).isPresent() || call.live().limitsTools()
                ? refuse(
                        call,
                        limits(call).orElse(Rates.NONE),
                        Optional.of(naming).filter(call.message()::isString).map(call.message()::string))
                : Optional.empty();
    }

    /**
     * The reason why a script may not call a tool now. The client's call was counted for the caller and the server; the
     * rates of the tool protect its database, regardless of the origin of calls: also where the toolset of the client does
     * not have the tool.
     */
    Optional<String> tooMany(Call call, String tool) {
        return limits(call).isPresent() || call.live().limitsTools()
                ? rates.take(
                                limits(call).map(Rates::ofTools).orElse(Rates.NONE),
                                call.principal(),
                                called(call.live(), tool))
                        .map(tooMany -> call.errors()
                                .tooManyCalls(tooMany.whose(), tooMany.retryAfter())
                                .message())
                : Optional.empty();
    }

    private static Optional<Rates> limits(Call call) {
        return call.live().settings().limits().rates();
    }

    private static Optional<CalledTool> called(CatalogView tools, String tool) {
        return tools.tool(tool)
                .map(it -> new CalledTool(it.leaf().name(), it.leaf().rates()));
    }

    private Optional<Answer> refuse(Call call, Rates limits, Optional<String> tool) {
        return rates.take(limits, call.principal(), tool.flatMap(it -> called(call.seen(), it)))
                .map(tooMany -> {
                    tool.ifPresent(call.report()::named);
                    call.report().defined(tool.flatMap(call.live()::tool).map(LiveTool::leaf));
                    call.report().failed(Stage.RATE_LIMITED);
                    return call.failed(call.errors().tooManyCalls(tooMany.whose(), tooMany.retryAfter()));
                });
    }
}
