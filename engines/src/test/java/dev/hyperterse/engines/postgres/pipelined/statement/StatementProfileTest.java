package dev.hyperterse.engines.postgres.pipelined.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.binding.SqlVariant;
import dev.hyperterse.calls.binding.SqlVariant.Bind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.postgresql.core.Oid;

/** Which statements are pipelined with others. */
class StatementProfileTest {
    private static final long QUICK = 50_000;
    private static final long SLOW = 80_000_000;

    private final StatementProfile profile =
            new StatementProfile(new SqlVariant("SELECT ?", List.of(Bind.UNTYPED, Bind.INT4)), "SELECT $1");

    @Test
    void statementIsQuickAfterAFewQuickCalls() {
        profile.describe(Shape.NO_ROWS);
        assertThat(profile.isQuick()).isFalse();
        took(QUICK, 3);
        assertThat(profile.isQuick()).isTrue();
    }

    /** Calls that began at once on several connections are all refused for the same parameter. */
    @Test
    void onlyAnUntypedParameterIsSentAsText() {
        assertThat(profile.sendAsText(-1)).isFalse();
        assertThat(profile.sendAsText(0)).isTrue();
        assertThat(profile.sendAsText(0)).isTrue();
        assertThat(profile.types()).containsExactly(Oid.VARCHAR, Oid.INT4);
        assertThat(profile.sendAsText(1)).isFalse();
        assertThat(profile.sendAsText(2)).isFalse();
    }

    @Test
    void undescribedStatementIsNotQuick() {
        took(QUICK, 10);
        assertThat(profile.isQuick()).isFalse();
    }

    @Test
    void statementThatTakesMillisecondsIsNotQuick() {
        profile.describe(Shape.NO_ROWS);
        took(5_000_000, 1000);
        assertThat(profile.isQuick()).isFalse();
    }

    /** A garbage collection, a busy machine. */
    @Test
    void fewSlowCallsAmongManyKeepAStatementQuick() {
        profile.describe(Shape.NO_ROWS);
        took(QUICK, 200);
        took(SLOW, 5);
        assertThat(profile.isQuick()).isTrue();
        assertThat(profile.usualNanos()).isLessThan(2 * QUICK);
    }

    @Test
    void statementThatBecomesSlowIsNoLongerQuick() {
        profile.describe(Shape.NO_ROWS);
        took(QUICK, 1000);
        took(SLOW, 100);
        assertThat(profile.isQuick()).isFalse();
    }

    @Test
    void statementThatDelaysOthersRepeatedlyIsDemoted() {
        profile.describe(Shape.NO_ROWS);
        took(QUICK, 1000);
        for (var time = 0; time < 5; time++) {
            profile.delayedOthers();
        }
        assertThat(profile.isQuick()).isFalse();
        took(QUICK, 1000);
        assertThat(profile.isQuick()).isTrue();
    }

    private void took(long nanos, int calls) {
        for (var call = 0; call < calls; call++) {
            profile.took(nanos);
        }
    }
}
