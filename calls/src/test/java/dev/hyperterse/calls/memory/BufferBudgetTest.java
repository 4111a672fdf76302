package dev.hyperterse.calls.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BufferBudgetTest {
    @Test
    void newLimitAppliesAtOnceAndHeldMemoryCounts() {
        var budget = new BufferBudget(100);
        assertThat(budget.reserve(80)).isTrue();

        budget.resize(50);
        assertThat(budget.reserve(1)).as("more memory is held than the limit").isFalse();
        budget.release(40);
        assertThat(budget.reserve(10)).isTrue();
        assertThat(budget.reserve(1)).isFalse();
        budget.resize(1_000);
        assertThat(budget.reserve(950)).isTrue();
        assertThat(budget.used()).isEqualTo(1_000);
    }

    @Test
    void lentMemoryIsReclaimedForCalls() {
        var budget = new BufferBudget(100);
        budget.borrower(missing -> {
            budget.giveBack(missing);
            return missing;
        });
        assertThat(budget.lend(76)).as("a quarter is for calls").isFalse();
        assertThat(budget.lend(75)).isTrue();
        assertThat(budget.used()).isZero();
        assertThat(budget.reserve(25)).isTrue();
        assertThat(budget.reserve(75)).isTrue();
        assertThat(budget.used()).isEqualTo(100);
        assertThat(budget.lend(1)).isFalse();
        assertThat(budget.reserve(1)).isFalse();
    }

    @Test
    void unservableRequestReclaimsNoLentMemory() {
        var budget = new BufferBudget(100);
        budget.borrower(missing -> {
            throw new AssertionError("asked for " + missing);
        });
        assertThat(budget.lend(50)).isTrue();
        assertThat(budget.reserve(50)).isTrue();
        assertThat(budget.reserve(51)).isFalse();
    }

    @Test
    void borrowerWithoutMemoryEndsTheReclaim() {
        var budget = new BufferBudget(100);
        budget.borrower(missing -> 0);
        assertThat(budget.lend(50)).isTrue();
        assertThat(budget.reserve(60)).isFalse();
    }
}
