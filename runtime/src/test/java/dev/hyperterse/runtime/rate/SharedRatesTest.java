package dev.hyperterse.runtime.rate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.server.Rates;
import dev.hyperterse.catalog.server.Rates.Rate;
import dev.hyperterse.runtime.rate.CallRates.CalledTool;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Replicas that count together, against a lender inside this process. */
@Timeout(60)
class SharedRatesTest {
    private static final Principal ANN = Principal.named("sso", "ann");

    private final AtomicLong clock = new AtomicLong();
    private final Lender lender = new Lender();
    private final CallRates one = replica();
    private final CallRates two = replica();

    private CallRates replica() {
        return new CallRates(new MetricRegistry(), lender, clock::get, 100 * CallRates.CALLER);
    }

    @Test
    void replicasShareOneLimit() {
        var limits = perPrincipal(60, 10);

        assertThat(taken(one, limits, 7) + taken(two, limits, 7)).isEqualTo(10);
        assertThat(two.take(limits, ANN, Optional.empty()).orElseThrow().retryAfter())
                .isEqualTo(Duration.ofSeconds(1));

        clock.addAndGet(Duration.ofSeconds(3).toNanos());
        assertThat(taken(one, limits, 5) + taken(two, limits, 5)).isEqualTo(3);
    }

    @Test
    void callsBeyondTheLimitDoNotAskTheLenderAgain() {
        var limits = perPrincipal(60, 4);
        taken(one, limits, 4);
        taken(two, limits, 1);
        var asked = lender.asked.get();

        assertThat(taken(two, limits, 1_000)).isZero();
        assertThat(taken(one, limits, 1_000)).isZero();

        assertThat(lender.asked).hasValue(asked);
    }

    @Test
    void busyCallerAsksTheLenderRarelyAndIsStillLimited() {
        var limits = perPrincipal(60_000, 60_000);
        var passed = new AtomicInteger();

        IntStream.range(0, 80_000)
                .parallel()
                .forEach(call -> passed.addAndGet(taken(call % 2 == 0 ? one : two, limits, 1)));

        assertThat(passed).hasValueBetween(1, 60_000);
        assertThat(lender.lent.get()).isLessThanOrEqualTo(60_000);
        assertThat(lender.asked.get()).isLessThan(1_000);
    }

    @Test
    void unusedTokensExpireAfterASecond() {
        var limits = perPrincipal(6_000, 6_000);
        taken(one, limits, 20);
        var before = lender.asked.get();

        clock.addAndGet(Duration.ofSeconds(1).toNanos());
        taken(one, limits, 1);

        assertThat(lender.asked.get()).isGreaterThan(before);
    }

    @Test
    void replicasApplyTheLimitAloneDuringAnOutage() {
        var limits = perPrincipal(60, 10);
        assertThat(taken(one, limits, 6)).isEqualTo(6);

        lender.away = true;
        // What it took before the outage counts.
        assertThat(taken(one, limits, 20)).isEqualTo(4);
        assertThat(taken(two, limits, 20)).isEqualTo(10);

        lender.away = false;
        clock.addAndGet(Duration.ofMinutes(1).toNanos());
        assertThat(taken(one, limits, 20) + taken(two, limits, 20)).isEqualTo(10);
    }

    @Test
    void callRefusedByASharedLimitTakesNoOtherTokens() {
        var limits = new Rates(Optional.of(new Rate(60, 5)), Optional.of(new Rate(60, 1)), Optional.empty());
        assertThat(one.take(limits, ANN, tool("slow"))).isEmpty();

        for (var call = 0; call < 10; call++) {
            assertThat(two.take(limits, ANN, tool("slow")).orElseThrow().whose())
                    .isEqualTo("this tool");
        }

        // Four of the caller's five are left; a token that was borrowed and given back is still this replica's.
        assertThat(IntStream.range(0, 10)
                        .filter(call ->
                                two.take(limits, ANN, tool("tool " + call)).isEmpty())
                        .count())
                .isEqualTo(4);
    }

    @Test
    void callersHaveDistinctBuckets() {
        var limits = perPrincipal(60, 1);

        for (var caller : List.of(
                Principal.named("a", "b c"),
                Principal.named("a b", "c"),
                Principal.named("others", ""),
                Principal.ANONYMOUS)) {
            assertThat(one.take(limits, caller, Optional.empty())).isEmpty();
        }
        assertThat(lender.buckets).hasSize(4);
    }

    private int taken(CallRates replica, Rates limits, int calls) {
        return (int) IntStream.range(0, calls)
                .filter(_ -> replica.take(limits, ANN, Optional.empty()).isEmpty())
                .count();
    }

    private static Rates perPrincipal(int perMinute, int burst) {
        return new Rates(Optional.of(new Rate(perMinute, burst)), Optional.empty(), Optional.empty());
    }

    private final class Lender implements TokenLender {
        private final Map<List<String>, TokenBucket> buckets = new HashMap<>();
        private final AtomicInteger asked = new AtomicInteger();
        private final AtomicInteger lent = new AtomicInteger();
        private volatile boolean away;

        @Override
        public boolean isShared() {
            return true;
        }

        @Override
        public synchronized Loan lend(List<String> bucket, Rate rate, int wanted) {
            asked.incrementAndGet();
            if (away) {
                return new Loan.Unavailable();
            }
            var shared = buckets.computeIfAbsent(bucket, _ -> new TokenBucket(clock.get(), false));
            for (var tokens = 0; tokens < wanted; tokens++) {
                var wait = shared.take(rate, clock.get());
                if (wait > 0) {
                    lent.addAndGet(tokens);
                    return tokens > 0 ? new Loan.Lent(tokens) : new Loan.Wait(wait);
                }
            }
            lent.addAndGet(wanted);
            return new Loan.Lent(wanted);
        }
    }

    private static Optional<CalledTool> tool(String name) {
        return Optional.of(new CalledTool(name, Optional.empty()));
    }
}
