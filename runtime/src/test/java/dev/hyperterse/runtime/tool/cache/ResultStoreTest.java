package dev.hyperterse.runtime.tool.cache;

import static dev.hyperterse.runtime.tool.TestCalls.input;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The memory of cached results: its limit, and which results are evicted. */
class ResultStoreTest {
    private static final int ROWS = 10_000;
    private static final long RESULT = ROWS + ResultStore.OVERHEAD;
    private static final int MAX_SIZE = 200_000;
    private static final List<Input> ID = List.of(input("id", InputType.STRING, false));

    private final CachedCalls calls = new CachedCalls(400_000, MAX_SIZE);
    private final LinkedTool tool = calls.tool(ID, TestCalls.statement(Dialect.SQLITE, "SELECT <id>", ID));

    ResultStoreTest() {
        calls.engine = (operation, scope, out) -> {
            out.raw(new byte[ROWS]);
            return 1;
        };
    }

    @AfterEach
    void close() {
        calls.close();
    }

    @Test
    void resultsStayWithinTheirLimit() {
        for (var id = 0; id < 100; id++) {
            call(id);
            assertThat(calls.cache.bytes()).isBetween(RESULT, (long) MAX_SIZE);
        }
        assertThat(calls.cache.size()).isEqualTo((int) (MAX_SIZE / (RESULT + 52)));
        assertThat(calls.evictions("full")).isEqualTo(100 - calls.cache.size());
        assertThat(isKept(99)).isTrue();
        assertThat(isKept(0)).isFalse();
    }

    @Test
    void leastRecentlyUsedResultsAreEvicted() {
        call(0);
        for (var id = 1; id < 100; id++) {
            call(id);
            assertThat(isKept(0)).as("used each time").isTrue();
        }
        assertThat(isKept(1)).isFalse();
    }

    @Test
    void oversizedResultIsNotCached() {
        call(1);
        calls.engine = (operation, scope, out) -> {
            out.raw(new byte[MAX_SIZE / ResultStore.LARGEST_SHARE]);
            return 1;
        };
        call(2);
        assertThat(isKept(2)).isFalse();
        assertThat(isKept(1)).isTrue();
    }

    @Test
    void sizeOfArgumentsCounts() {
        calls.call(tool, "{\"id\":\"" + "x".repeat(20_000) + "\"}");
        assertThat(calls.cache.size())
                .as("the key alone is more than an eighth")
                .isZero();
    }

    @Test
    void cacheReleasesMemoryForCalls() {
        for (var id = 0; id < 15; id++) {
            call(id);
        }
        var kept = calls.cache.bytes();
        assertThat(calls.budget.used()).as("memory that calls hold").isZero();
        assertThat(calls.budget.scarce()).isFalse();
        // More than is left beside the results, and less than there is.
        assertThat(calls.budget.reserve(390_000)).isTrue();
        assertThat(calls.cache.bytes()).isLessThan(kept).isLessThanOrEqualTo(10_000);
        assertThat(calls.evictions("memory")).isPositive();
        assertThat(calls.budget.used()).isEqualTo(390_000);
        calls.budget.release(390_000);
        call(1);
        assertThat(isKept(1)).isTrue();
    }

    @Test
    void unservableRequestEvictsNothing() {
        call(1);
        assertThat(calls.budget.reserve(400_001)).isFalse();
        assertThat(isKept(1)).isTrue();
    }

    @Test
    void cacheLeavesAQuarterOfTheBudgetToCalls() {
        assertThat(calls.budget.reserve(300_000)).isTrue();
        call(1);
        assertThat(calls.cache.size()).as("a quarter is for calls").isZero();
        assertThat(calls.cache.bytes()).isZero();
        calls.budget.release(300_000);
    }

    @Test
    void smallerLimitsTakeEffectAtOnce() {
        for (var id = 0; id < 15; id++) {
            call(id);
        }
        calls.cache.resize(50_000);
        assertThat(calls.cache.bytes()).isBetween(1L, 50_000L);
        calls.budget.resize(40_000);
        assertThat(calls.cache.bytes()).isLessThanOrEqualTo(30_000);
    }

    @Test
    void expiredResultsAreEvictedWithoutACall() {
        call(1);
        calls.now.addAndGet(5 * CachedCalls.SECOND);
        call(2);
        calls.now.addAndGet(5 * CachedCalls.SECOND);
        calls.cache.evictExpired();
        assertThat(calls.cache.size()).isEqualTo(1);
        assertThat(isKept(2)).isTrue();
        assertThat(calls.evictions("expired")).isEqualTo(1);
        calls.now.addAndGet(5 * CachedCalls.SECOND);
        calls.cache.evictExpired();
        assertThat(calls.cache.bytes()).isZero();
    }

    private void call(int id) {
        calls.call(tool, "{\"id\":\"" + id + "\"}");
    }

    private boolean isKept(int id) {
        var runs = calls.runs.get();
        call(id);
        return calls.runs.get() == runs;
    }
}
