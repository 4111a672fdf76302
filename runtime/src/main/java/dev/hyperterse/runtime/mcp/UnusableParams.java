package dev.hyperterse.runtime.mcp;

/** Refuses requests whose {@code params} are no object. */
public final class UnusableParams {
    private final RateCheck rates;
    private final CallReports reports;

    UnusableParams(RateCheck rates, CallReports reports) {
        this.rates = rates;
        this.reports = reports;
    }

    /** One that would be a call counts as one, so that its record has a bound. */
    public Answer ofCall(Call call) {
        return reports.of(call, _ -> rates.refuse(call).orElseGet(() -> call.failed(call.malformed(explanation()))));
    }

    public Answer ofRequest(Call call) {
        return call.failed(RpcError.invalidParams(explanation()));
    }

    private static String explanation() {
        return "'params' must be an object";
    }
}
