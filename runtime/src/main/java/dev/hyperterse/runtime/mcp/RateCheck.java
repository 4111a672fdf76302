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

    /** @param tool that the call is for; one that its caller does not see counts for the caller alone */
    Optional<Answer> refuse(Call call, Optional<String> tool) {
        var limits = call.live().settings().limits().rates();
        if (limits.isEmpty()) {
            return Optional.empty();
        }
        return rates.take(limits.get(), call.principal(), tool.filter(it -> call.seen().tool(it).isPresent()))
                .map(tooMany -> {
                    audited.rateLimited(call, tool.orElse(""));
                    return call.failed(RpcError.tooManyCalls(tooMany.whose(), tooMany.retryAfter()));
                });
    }
}
