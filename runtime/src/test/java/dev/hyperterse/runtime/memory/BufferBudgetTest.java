package dev.hyperterse.runtime.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BufferBudgetTest {
    @Test
    void anotherLimitTakesEffectAtOnceAndWhatIsHeldCounts() {
        var budget = new BufferBudget(100);
        assertThat(budget.reserve(80)).isTrue();

        budget.resize(50);
        assertThat(budget.reserve(1)).as("more is held than may be").isFalse();
        budget.release(40);
        assertThat(budget.reserve(10)).isTrue();
        assertThat(budget.reserve(1)).isFalse();
        budget.resize(1_000);
        assertThat(budget.reserve(950)).isTrue();
        assertThat(budget.used()).isEqualTo(1_000);
    }
}
