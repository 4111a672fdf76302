package dev.hyperterse.runtime.sharedstate;

import dev.hyperterse.catalog.server.Rates.Rate;
import dev.hyperterse.runtime.rate.TokenLender;
import dev.hyperterse.telemetry.metrics.Counter;
import dev.hyperterse.telemetry.metrics.Labels;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import java.util.List;

/** Token buckets that replicas share. While the Redis does not answer, a replica counts on its own. */
public final class SharedTokens implements TokenLender {
    private final SharedRedis redis;
    private final Counter lent;
    private final Counter refused;
    private final Counter failed;

    public SharedTokens(SharedRedis redis, MetricRegistry metrics) {
        this.redis = redis;
        this.lent = counter(metrics, "lent");
        this.refused = counter(metrics, "refused");
        this.failed = counter(metrics, "failed");
    }

    private static Counter counter(MetricRegistry metrics, String outcome) {
        return metrics.counter(
                "hyperterse_shared_rate_requests_total",
                "Requests for tokens to the Redis of spec.sharedState, by outcome.",
                Labels.of("outcome", outcome));
    }

    @Override
    public boolean isShared() {
        return redis.answers(TokenScript.SCRIPT);
    }

    @Override
    public Loan lend(List<String> bucket, Rate rate, int wanted) {
        if (!redis.answers(TokenScript.SCRIPT)) {
            return new Loan.Unavailable();
        }
        var loan = redis.ask(
                        TokenScript.SCRIPT,
                        server -> TokenScript.values(server, bucket, rate, wanted),
                        returned -> TokenScript.loan(returned.longValue(TokenScript.NO_ANSWER), wanted))
                .orElseGet(Loan.Unavailable::new);
        switch (loan) {
            case Loan.Lent _ -> lent.increment();
            case Loan.Wait _ -> refused.increment();
            case Loan.Unavailable _ -> failed.increment();
        }
        return loan;
    }
}
