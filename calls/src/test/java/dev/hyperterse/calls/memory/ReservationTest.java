package dev.hyperterse.calls.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import org.junit.jupiter.api.Test;

class ReservationTest {
    private static final int MEBI = 1 << 20;

    @Test
    void smallCallTakesNoSharedMemory() {
        var exhausted = new BufferBudget(0);
        try (var memory = exhausted.reservation()) {
            memory.take(Reservation.FREE);
            assertThat(exhausted.used()).isZero();
            assertThatThrownBy(() -> memory.take(1)).isInstanceOf(CallFailure.class);
        }
    }

    @Test
    void takenMemoryIsReservedUntilTheCallEnds() {
        var budget = new BufferBudget(4 * MEBI);
        try (var memory = budget.reservation()) {
            memory.take(MEBI);
            assertThat(budget.used()).isBetween((long) MEBI - Reservation.FREE, (long) MEBI);
            memory.take(2 * MEBI);
            memory.giveBack(2 * MEBI);
            assertThat(budget.used()).isBetween((long) MEBI - Reservation.FREE, MEBI + 128L * 1024);
        }
        assertThat(budget.used()).isZero();
    }

    @Test
    void memoryRetainedByAnotherThreadStaysReserved() {
        var budget = new BufferBudget(4 * MEBI);
        var memory = budget.reservation();
        memory.take(MEBI);
        memory.retain();

        memory.close();
        assertThat(budget.used()).isPositive();
        memory.close();
        assertThat(budget.used()).isZero();
    }

    /** Memory that the call itself holds is not released by other calls. */
    @Test
    void callThatCanNeverFitIsNotBusy() {
        var budget = new BufferBudget(4 * MEBI);
        try (var answer = budget.open(4 * MEBI);
                var memory = answer.reservation()) {
            memory.take(3 * MEBI);
            assertThatThrownBy(() -> answer.raw(new byte[2 * MEBI])).satisfies(ReservationTest::saysWhatToDo);
            answer.raw(new byte[MEBI / 2]);
            assertThatThrownBy(() -> memory.take(MEBI)).satisfies(ReservationTest::saysWhatToDo);
        }
        try (var memory = budget.reservation();
                var answer = budget.open(4 * MEBI, memory)) {
            memory.take(3 * MEBI);
            assertThatThrownBy(() -> answer.raw(new byte[2 * MEBI])).satisfies(ReservationTest::saysWhatToDo);
        }
        assertThat(budget.used()).isZero();
    }

    private static void saysWhatToDo(Throwable failure) {
        assertThat(failure)
                .isInstanceOfSatisfying(CallFailure.class, refusal -> assertThat(refusal.stage())
                        .isEqualTo(Stage.EXECUTION))
                .hasMessageContaining("raise limits.bufferSize");
    }

    @Test
    void busyIsReportedOnlyIfARetryCanSucceed() {
        var budget = new BufferBudget(4 * MEBI);
        try (var first = budget.reservation();
                var second = budget.reservation()) {
            first.take(3 * MEBI);
            assertThatThrownBy(() -> second.take(2 * MEBI))
                    .isInstanceOfSatisfying(CallFailure.class, failure -> assertThat(failure.stage())
                            .isEqualTo(Stage.BUSY));
        }
        try (var exclusive = budget.reservation()) {
            assertThatThrownBy(() -> exclusive.take(5 * MEBI))
                    .isInstanceOfSatisfying(CallFailure.class, failure -> assertThat(failure.stage())
                            .isEqualTo(Stage.EXECUTION));
        }
        assertThat(budget.used()).isZero();
    }
}
