package dev.hyperterse.runtime.mcp;

import dev.hyperterse.runtime.rate.CallRates;
import java.util.Optional;

/** Refuses a call that comes too soon, before anything of it runs. */
final class RateCheck {
    private final CallRates rates;
    private final AuditedCalls audited;

    RateCheck(CallRates rates, AuditedCalls audited) {
        this.rates = rates;
        this.audited = audited;
    }

    /** A call of no tool. */
    Optional<Answer> refuse(Call call) {
        return isLimited(call) ? refuse(call, Optional.empty()) : Optional.empty();
    }

    /** @param naming the member that names the tool; one that the caller does not see counts for the caller alone */
    Optional<Answer> refuse(Call call, Member naming) {
        // Nothing is read for calls of servers without limits.
        return isLimited(call)
                ? refuse(
                        call,
                        Optional.of(naming).filter(call.message()::isString).map(call.message()::string))
                : Optional.empty();
    }

    /**
     * Why a script may not call that tool now. Its client's call has been counted for the caller and the server; the tool's
     * own rate protects what is behind it, whichever way calls come.
     */
    Optional<String> tooMany(Call call, String tool) {
        return call.live()
                .settings()
                .limits()
                .rates()
                .flatMap(limits -> rates.take(limits.ofTools(), call.principal(), Optional.of(tool)))
                .map(tooMany -> RpcError.tooManyCalls(tooMany.whose(), tooMany.retryAfter())
                        .message());
    }

    private static boolean isLimited(Call call) {
        return call.live().settings().limits().rates().isPresent();
    }

    private Optional<Answer> refuse(Call call, Optional<String> tool) {
        var limits = call.live().settings().limits().rates().orElseThrow();
        return rates.take(limits, call.principal(), tool.filter(it -> call.seen()
                        .tool(it)
                        .isPresent()))
                .map(tooMany -> {
                    audited.rateLimited(call, tool.orElse(""));
                    return call.failed(RpcError.tooManyCalls(tooMany.whose(), tooMany.retryAfter()));
                });
    }
}
