package dev.hyperterse.runtime.tool.masking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.statement.lineage.Lineage;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class KnownLineagesTest {
    @AutoClose
    private final DeadlineTimer deadlines = new DeadlineTimer();

    private long now;
    private int readings;
    private boolean reachable = true;
    private boolean leaves;

    private final KnownLineages lineages = new KnownLineages(this::read, () -> now);

    private Function<String, Lineage> read(CallScope scope) {
        readings++;
        if (leaves) {
            scope.end(CallScope.End.CLIENT);
            scope.check();
        }
        if (!reachable) {
            throw new CallFailure(Stage.UNAVAILABLE, "no database");
        }
        return _ -> new Lineage.Resolved(List.of());
    }

    @Test
    void schemaThatCannotBeReadEndsTheCallAndIsReadOnceASecond() {
        reachable = false;

        assertThatThrownBy(this::resolve).hasMessage("no database");
        assertThatThrownBy(this::resolve).hasMessageContaining("read once a second");
        assertThat(readings).isEqualTo(1);

        reachable = true;
        now += TimeUnit.SECONDS.toNanos(1);
        assertThat(resolve().columns()).isEmpty();
        assertThat(readings).isEqualTo(2);
    }

    /** Else a caller that leaves again and again would keep the statements of all others refused. */
    @Test
    void readingThatEndsWithItsCallKeepsNoOtherCallWaiting() {
        leaves = true;
        assertThatThrownBy(this::resolve).hasMessage("the call was cancelled");

        leaves = false;
        assertThat(resolve().columns()).isEmpty();
        assertThat(readings).isEqualTo(2);
    }

    @Test
    void schemaOfAMinuteAgoIsNotUsed() {
        resolve();
        now += TimeUnit.SECONDS.toNanos(59);
        resolve();
        assertThat(readings).isEqualTo(1);

        reachable = false;
        now += TimeUnit.SECONDS.toNanos(1);
        assertThatThrownBy(this::resolve).hasMessage("no database");
    }

    /** Else one call that is always contradicted would keep all others waiting. */
    @Test
    void schemaIsForgottenOnceASecond() {
        var known = resolve();
        known.forget().run();
        resolve();
        assertThat(readings).isEqualTo(1);

        now += TimeUnit.SECONDS.toNanos(1);
        known.forget().run();
        resolve();
        assertThat(readings).isEqualTo(2);
    }

    private KnownLineages.Known resolve() {
        try (var scope = CallScope.open(deadlines, 20_000)) {
            return lineages.of("SELECT 1", scope);
        }
    }
}
