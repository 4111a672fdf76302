package dev.hyperterse.compiler.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class FairTurnsTest {
    private final Queue<Runnable> worker = new ArrayDeque<>();
    private final List<String> order = new ArrayList<>();
    private long now;
    private final FairTurns turns = new FairTurns(worker::add, () -> now);

    @Test
    void tenantThatUsedLessIsNext() {
        for (var number = 0; number < 3; number++) {
            ask("slow", 20);
        }
        for (var number = 0; number < 3; number++) {
            ask("quick", 1);
        }
        workAll();
        assertThat(order).containsExactly("slow", "quick", "quick", "quick", "slow", "slow");
    }

    @Test
    void lateTenantWaitsForOneTurnOfAnother() {
        for (var number = 0; number < 4; number++) {
            ask("slow", 20);
        }
        worker.remove().run();
        worker.remove().run();
        ask("late", 1);
        ask("late", 1);
        workAll();
        assertThat(order).containsExactly("slow", "slow", "late", "late", "slow", "slow");
    }

    /** Idle time is not saved up: who was away for long does not keep all others out. */
    @Test
    void lateTenantDoesNotCatchUp() {
        for (var number = 0; number < 3; number++) {
            ask("busy", 100);
        }
        worker.remove().run();
        worker.remove().run();
        for (var number = 0; number < 3; number++) {
            ask("late", 60);
        }
        workAll();
        assertThat(order).containsExactly("busy", "busy", "late", "late", "busy", "late");
    }

    @Test
    void workOfATenantIsInOrder() {
        var seen = new ArrayList<Integer>();
        for (var number = 0; number < 3; number++) {
            var mine = number;
            turns.of("a").execute(() -> seen.add(mine));
        }
        workAll();
        assertThat(seen).containsExactly(0, 1, 2);
    }

    @Test
    void failedWorkDelaysNoTenant() {
        turns.of("a").execute(() -> {
            throw new IllegalStateException("of a");
        });
        ask("b", 1);
        assertThatThrownBy(worker.remove()::run).hasMessage("of a");
        workAll();
        assertThat(order).containsExactly("b");
    }

    @Test
    void whenAllIsDoneNothingIsHeldAgainstAnybody() {
        ask("slow", 1000);
        workAll();
        ask("slow", 1);
        ask("quick", 1);
        workAll();
        assertThat(order).containsExactly("slow", "slow", "quick");
    }

    private void ask(String tenant, long takes) {
        turns.of(tenant).execute(() -> {
            order.add(tenant);
            now += takes;
        });
    }

    private void workAll() {
        while (!worker.isEmpty()) {
            worker.remove().run();
        }
    }
}
