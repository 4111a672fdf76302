package dev.hyperterse.runtime.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.turn.CountedCaller;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.runtime.history.CallHistory.Past;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The history of one replica, with the clock of the test. */
class LocalHistoryTest {
    private static final long HOUR = 3600;
    private static final long MOST = 1_000_000_000_000_000_000L;

    /** As {@code nanoTime} may, it begins below zero. */
    private final AtomicLong clock = new AtomicLong(-Duration.ofHours(1).toNanos() - 1);

    private final LocalHistory history = new LocalHistory(clock::get, 10L * LocalHistory.SERIES);

    @Test
    void callSeesThoseBeforeIt() {
        assertThat(added("ann", HOUR, 2)).isEqualTo(new Seen(0, 0));
        assertThat(added("ann", HOUR, 3)).isEqualTo(new Seen(1, 2));
        assertThat(read("ann", HOUR)).isEqualTo(new Seen(2, 5));
        assertThat(read("bob", HOUR)).isEqualTo(new Seen(0, 0));
        assertThat(read("ann", 2 * HOUR)).isEqualTo(new Seen(0, 0));
    }

    @ParameterizedTest
    @ValueSource(longs = {60, 90, 3600, 86_400, 2_678_400})
    void callCountsForItsWindowAndAtMostOneStepLonger(long seconds) {
        var step = new HistoryWindow(seconds).step();
        added("ann", seconds, 7);

        advance(seconds - 1);
        assertThat(read("ann", seconds)).isEqualTo(new Seen(1, 7));

        advance(1 + step);
        assertThat(read("ann", seconds)).isEqualTo(new Seen(0, 0));
    }

    @Test
    void callThatIsTakenBackDoesNotCount() {
        var first = history.add(series("ann", HOUR), 2).orElseThrow();
        added("ann", HOUR, 3);
        history.takeBack(series("ann", HOUR), first.step(), 2);

        assertThat(read("ann", HOUR)).isEqualTo(new Seen(1, 3));
    }

    @Test
    void takingBackAfterTheWindowChangesNothing() {
        var first = history.add(series("ann", HOUR), 2).orElseThrow();
        advance(2 * HOUR);
        added("ann", HOUR, 3);
        history.takeBack(series("ann", HOUR), first.step(), 2);

        assertThat(read("ann", HOUR)).isEqualTo(new Seen(1, 3));
    }

    @Test
    void amountThatIsTakenBackLeavesWhatWasThere() {
        added("ann", HOUR, 3);
        var large = history.add(series("ann", HOUR), MOST).orElseThrow();
        history.takeBack(series("ann", HOUR), large.step(), MOST);

        assertThat(read("ann", HOUR)).isEqualTo(new Seen(1, 3));
    }

    @Test
    void amountsThatAreTooManyAreNotCounted() {
        for (var large = 0; large < 9; large++) {
            assertThat(history.add(series("ann", HOUR), MOST)).isPresent();
        }
        assertThat(history.add(series("ann", HOUR), 1)).isEmpty();
        assertThat(read("ann", HOUR)).isEqualTo(new Seen(9, 9 * MOST));
    }

    @ParameterizedTest
    @CsvSource({"0.07,70000", "3000.1,3000100000", "1e-9,1", "0,0", "-5,0", "1e12,1000000000000000000"})
    void valueIsAnAmountInMillionths(double value, long millionths) {
        assertThat(Amount.of(value)).hasValue(millionths);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1.000001e12, 1e300, Double.POSITIVE_INFINITY, Double.NaN})
    void valueThatIsTooLargeIsNoAmount(double value) {
        assertThat(Amount.of(value)).isEmpty();
    }

    @Test
    void tooManySeriesAreNotKeptAndNoneIsForgotten() {
        for (var caller = 0; caller < 10; caller++) {
            added("caller " + caller, HOUR, 1);
        }
        assertThat(history.add(series("one more", HOUR), 1)).isEmpty();
        assertThat(added("caller 3", HOUR, 1)).isEqualTo(new Seen(1, 1));

        advance(2 * HOUR);
        assertThat(added("one more", HOUR, 1)).isEqualTo(new Seen(0, 0));
        assertThat(history.size()).isEqualTo(1);
    }

    @Test
    void ofCallsAtOnceEachSeesTheOthersInOneOrder() {
        var within = new AtomicInteger();
        IntStream.range(0, 1_000).parallel().forEach(_ -> {
            if (added("ann", HOUR, 1).calls() < 100) {
                within.incrementAndGet();
            }
        });

        assertThat(within).hasValue(100);
    }

    private record Seen(long calls, long sum) {
        static Seen of(Optional<Past> past) {
            return new Seen(past.orElseThrow().calls(), past.orElseThrow().millionths());
        }
    }

    private Seen added(String caller, long seconds, long amount) {
        return Seen.of(history.add(series(caller, seconds), amount));
    }

    private Seen read(String caller, long seconds) {
        return Seen.of(history.read(series(caller, seconds)));
    }

    private static CallSeries series(String caller, long seconds) {
        return new CallSeries(
                LeafKind.Tool,
                "transfer",
                Optional.of("amount"),
                new HistoryWindow(seconds),
                Optional.of(new CountedCaller(Optional.of("sso"), Optional.of(caller))));
    }

    private void advance(long seconds) {
        clock.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }
}
