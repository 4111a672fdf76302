package dev.hyperterse.runtime.rate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.ToolRates;
import dev.hyperterse.catalog.server.Rates;
import dev.hyperterse.catalog.server.Rates.Rate;
import dev.hyperterse.runtime.rate.CallRates.CalledTool;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import dev.hyperterse.testbed.MetricsPage;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CallRatesTest {
    private static final Principal ANN = Principal.named("sso", "ann");
    private static final Principal BOB = Principal.named("sso", "bob");

    private final AtomicLong clock =
            new AtomicLong(Long.MAX_VALUE - Duration.ofSeconds(90).toNanos());
    private final MetricRegistry metrics = new MetricRegistry();
    private final CallRates rates = new CallRates(metrics, TokenLender.NONE, clock::get, 100 * CallRates.CALLER);

    @Test
    void burstIsAdmittedAtOnceAndThenOneCallAtATime() {
        var perCaller = perPrincipal(60, 3);

        assertThat(taken(perCaller, ANN, 5)).isEqualTo(3);
        assertThat(rates.take(perCaller, ANN, Optional.empty()).orElseThrow().retryAfter())
                .isEqualTo(Duration.ofSeconds(1));

        after(Duration.ofMillis(999));
        assertThat(taken(perCaller, ANN, 1)).isZero();
        after(Duration.ofMillis(1));
        assertThat(taken(perCaller, ANN, 2)).isEqualTo(1);
    }

    @Test
    void idleTimeRestoresTheBurstAndNoMore() {
        var perCaller = perPrincipal(60, 3);
        taken(perCaller, ANN, 3);

        after(Duration.ofHours(1));

        assertThat(taken(perCaller, ANN, 10)).isEqualTo(3);
    }

    /** It read the clock before the others, and was held up until they had taken the tokens. */
    @Test
    void callThatOthersOvertookGivesBackNothingOfTheirs() {
        var perCaller = perPrincipal(60, 1);
        taken(perCaller, ANN, 1);

        after(Duration.ofMillis(-500));
        assertThat(taken(perCaller, ANN, 1)).isZero();

        after(Duration.ofMillis(1_499));
        assertThat(taken(perCaller, ANN, 1)).isZero();
        after(Duration.ofMillis(1));
        assertThat(taken(perCaller, ANN, 1)).isEqualTo(1);
    }

    @Test
    void callersDoNotCountForEachOther() {
        var perCaller = perPrincipal(60, 2);

        assertThat(taken(perCaller, ANN, 5)).isEqualTo(2);
        assertThat(taken(perCaller, BOB, 5)).isEqualTo(2);
        assertThat(taken(perCaller, Principal.named("partners", "ann"), 5)).isEqualTo(2);
    }

    @Test
    void anonymousCallersAreOneCaller() {
        var perCaller = perPrincipal(60, 2);

        assertThat(taken(perCaller, Principal.ANONYMOUS, 2)).isEqualTo(2);
        assertThat(taken(perCaller, Principal.ANONYMOUS, 2)).isZero();
    }

    @Test
    void refusedCallTakesNoTokens() {
        var both =
                new Rates(Optional.of(new Rate(60, 3)), Optional.of(new Rate(60, 1)), Optional.of(new Rate(60, 100)));
        assertThat(rates.take(both, ANN, tool("slow"))).isEmpty();

        for (var call = 0; call < 10; call++) {
            assertThat(rates.take(both, ANN, tool("slow")).orElseThrow().whose())
                    .isEqualTo("this tool");
        }

        assertThat(rates.take(both, ANN, tool("other"))).isEmpty();
        assertThat(rates.take(both, ANN, tool("third"))).isEmpty();
        assertThat(rates.take(both, ANN, tool("fourth")).orElseThrow().whose()).isEqualTo("this caller");
    }

    @Test
    void toolHasItsOwnRatesWithoutRatesOfTheServer() {
        var limited = Optional.of(new CalledTool(
                "slow", Optional.of(new ToolRates(Optional.of(new Rate(60, 1)), Optional.of(new Rate(60, 2))))));

        assertThat(rates.take(Rates.NONE, ANN, limited)).isEmpty();
        assertThat(rates.take(Rates.NONE, ANN, limited).orElseThrow().whose()).isEqualTo("this tool by this caller");
        assertThat(rates.take(Rates.NONE, ANN, tool("other"))).isEmpty();
        assertThat(rates.take(Rates.NONE, BOB, limited)).isEmpty();
        assertThat(rates.take(Rates.NONE, Principal.named("sso", "carol"), limited)
                        .orElseThrow()
                        .whose())
                .isEqualTo("this tool");
        assertThat(MetricsPage.count(metrics.exposition(), "hyperterse_rate_limited_total{limit=\"principal-tool\"}"))
                .isEqualTo(1);
    }

    @Test
    void lowerRateOfServerAndToolApplies() {
        var strict = Optional.of(
                new CalledTool("strict", Optional.of(new ToolRates(Optional.empty(), Optional.of(new Rate(60, 1))))));
        var generous = Optional.of(new CalledTool(
                "generous", Optional.of(new ToolRates(Optional.empty(), Optional.of(new Rate(600, 100))))));
        var server = new Rates(Optional.empty(), Optional.of(new Rate(60, 3)), Optional.empty());

        assertThat(taken(server, strict, 10)).isEqualTo(1);
        assertThat(taken(server, generous, 10)).isEqualTo(3);
    }

    /** Refused calls of one tool leave the tokens to other tools and callers. */
    @Test
    void callRefusedByTheToolTakesNoTokensOfCallerOrServer() {
        var server = new Rates(Optional.of(new Rate(60, 4)), Optional.empty(), Optional.of(new Rate(60, 5)));
        var limited = Optional.of(
                new CalledTool("slow", Optional.of(new ToolRates(Optional.of(new Rate(60, 1)), Optional.empty()))));

        assertThat(taken(server, limited, 100)).isEqualTo(1);

        assertThat(taken(server, tool("other"), 100)).isEqualTo(3);
        assertThat(taken(server, BOB, 100)).isEqualTo(1);
    }

    @Test
    void callerBeyondItsRateTakesNoTokensOfOthers() {
        var server = new Rates(Optional.of(new Rate(60, 2)), Optional.empty(), Optional.of(new Rate(60, 4)));

        assertThat(taken(server, ANN, 1_000)).isEqualTo(2);
        assertThat(taken(server, BOB, 1_000)).isEqualTo(2);
        assertThat(rates.take(server, Principal.named("sso", "carol"), Optional.empty())
                        .orElseThrow()
                        .whose())
                .isEqualTo("this server");
        assertThat(MetricsPage.count(metrics.exposition(), "hyperterse_rate_limited_total{limit=\"principal\"}"))
                .isEqualTo(1_996);
        assertThat(MetricsPage.count(metrics.exposition(), "hyperterse_rate_limited_total{limit=\"server\"}"))
                .isEqualTo(1);
    }

    @Test
    void concurrentCallsTakeEachTokenOnce() {
        var perCaller = perPrincipal(60, 50);
        var passed = new AtomicInteger();

        IntStream.range(0, 400).parallel().forEach(_ -> passed.addAndGet(taken(perCaller, ANN, 1)));

        assertThat(passed).hasValue(50);
    }

    @Test
    void manyCallersTakeLimitedMemoryAndOthersShareOneBucket() {
        var perCaller = perPrincipal(60, 1);
        var passed = IntStream.range(0, 10_000)
                .map(number -> taken(perCaller, Principal.named("sso", "caller " + number), 1))
                .sum();

        assertThat(passed).isEqualTo(101);
        assertThat(rates.callers()).isEqualTo(100);

        after(Duration.ofMinutes(1));
        assertThat(taken(perCaller, Principal.named("sso", "late"), 1)).isEqualTo(1);
        assertThat(rates.callers()).isEqualTo(1);
    }

    /** 600 buckets: 300 before anything is short, and 3 for each caller from then on. */
    @Test
    void fewCallersOfManyToolsLeaveBucketsToOthers() {
        var many = new CallRates(metrics, TokenLender.NONE, clock::get, 600 * CallRates.CALLER);
        IntStream.range(0, 5).forEach(caller -> IntStream.range(0, 10_000)
                .forEach(tool -> many.take(Rates.NONE, Principal.named("sso", "hostile " + caller), rated(tool))));

        var passed = IntStream.range(0, 80)
                .filter(caller -> IntStream.range(0, 3)
                        .allMatch(tool -> many.take(Rates.NONE, Principal.named("sso", "caller " + caller), rated(tool))
                                .isEmpty()))
                .count();

        assertThat(passed).isEqualTo(80);
    }

    @Test
    void callsBeyondTheShareOfACallerHaveOneLimitThatNoToolRaises() {
        var few = new CallRates(metrics, TokenLender.NONE, clock::get, 10 * CallRates.CALLER);
        IntStream.range(0, 5).forEach(tool -> few.take(Rates.NONE, ANN, rated(tool)));

        assertThat(few.take(Rates.NONE, ANN, rated(5))).isEmpty();
        assertThat(few.take(Rates.NONE, ANN, rated(6)).orElseThrow().whose()).isEqualTo("this tool by this caller");
        assertThat(few.take(Rates.NONE, ANN, rated(7, new Rate(6_000, 1)))).isPresent();
        assertThat(few.take(Rates.NONE, ANN, rated(8)).orElseThrow().retryAfter())
                .isEqualTo(Duration.ofMinutes(1));
        assertThat(few.take(Rates.NONE, BOB, rated(5))).isEmpty();

        after(Duration.ofMinutes(1));
        assertThat(few.take(Rates.NONE, ANN, rated(6))).isEmpty();
        assertThat(few.take(Rates.NONE, ANN, rated(7))).isEmpty();
    }

    /** No bucket is left for further callers, who share one for each rate. */
    @Test
    void sharedBucketIsNeitherRefilledNorHeldUpByToolsOfAnotherRate() {
        IntStream.range(0, 100)
                .forEach(caller -> rates.take(Rates.NONE, Principal.named("sso", "caller " + caller), rated(0)));
        var slow = rated(1, new Rate(1, 5));
        var fast = rated(2, new Rate(60, 1));
        assertThat(IntStream.range(0, 10)
                        .filter(_ -> rates.take(Rates.NONE, ANN, slow).isEmpty()))
                .hasSize(5);

        assertThat(rates.take(Rates.NONE, ANN, fast)).isEmpty();
        assertThat(rates.take(Rates.NONE, ANN, fast)).isPresent();

        assertThat(rates.take(Rates.NONE, ANN, slow)).isPresent();
    }

    private static Optional<CalledTool> rated(int tool) {
        return rated(tool, new Rate(1, 1));
    }

    private static Optional<CalledTool> rated(int tool, Rate rate) {
        return Optional.of(
                new CalledTool("tool " + tool, Optional.of(new ToolRates(Optional.of(rate), Optional.empty()))));
    }

    @Test
    void takenTokensStayTakenUnderOtherSettings() {
        assertThat(taken(perPrincipal(60, 100), ANN, 100)).isEqualTo(100);

        assertThat(taken(perPrincipal(6_000, 2), ANN, 5)).isZero();
        after(Duration.ofMillis(10));
        assertThat(taken(perPrincipal(6_000, 2), ANN, 5)).isEqualTo(1);
    }

    private static Optional<CalledTool> tool(String name) {
        return Optional.of(new CalledTool(name, Optional.empty()));
    }

    private void after(Duration time) {
        clock.addAndGet(time.toNanos());
    }

    private int taken(Rates limits, Principal caller, int calls) {
        return (int) IntStream.range(0, calls)
                .filter(_ -> rates.take(limits, caller, Optional.empty()).isEmpty())
                .count();
    }

    private int taken(Rates limits, Optional<CalledTool> tool, int calls) {
        return (int) IntStream.range(0, calls)
                .filter(_ -> rates.take(limits, ANN, tool).isEmpty())
                .count();
    }

    private static Rates perPrincipal(int perMinute, int burst) {
        return new Rates(Optional.of(new Rate(perMinute, burst)), Optional.empty(), Optional.empty());
    }
}
