package dev.hyperterse.runtime.observe;

import dev.hyperterse.runtime.auth.caller.AuthenticationObserver;
import dev.hyperterse.runtime.auth.caller.AuthenticationResult;
import dev.hyperterse.telemetry.metrics.Counter;
import dev.hyperterse.telemetry.metrics.Labels;
import dev.hyperterse.telemetry.metrics.MetricRegistry;

/** Counts requests that were refused by authentication. Labels never contain a claimed identity. */
public final class AuthenticationMetrics implements AuthenticationObserver {
    private final Counter missing;
    private final Counter refused;
    private final Counter unknown;
    private final Counter notAdmitted;

    public AuthenticationMetrics(MetricRegistry metrics) {
        this.missing = counter(metrics, "missing");
        this.refused = counter(metrics, "refused");
        this.unknown = counter(metrics, "unavailable");
        this.notAdmitted = counter(metrics, "not_admitted");
    }

    private static Counter counter(MetricRegistry metrics, String reason) {
        return metrics.counter(
                "hyperterse_authentication_failures_total",
                "Requests without credentials, with wrong ones, while an issuer cannot be reached, or against the server's policy.",
                Labels.of("reason", reason));
    }

    @Override
    public void refused(AuthenticationResult result) {
        switch (result) {
            case AuthenticationResult.Passed _ -> {}
            case AuthenticationResult.Missing _ -> missing.increment();
            case AuthenticationResult.Refused _ -> refused.increment();
            case AuthenticationResult.Unknown _ -> unknown.increment();
            case AuthenticationResult.NotAdmitted _ -> notAdmitted.increment();
        }
    }
}
