package dev.hyperterse.operator.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.resolve.ServerKey;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class UpgradeTurnsTest {
    private static final ServerKey SHOP = new ServerKey("gateways", "shop");
    private static final ServerKey DESK = new ServerKey("gateways", "desk");

    private Instant now = Instant.EPOCH;
    private final UpgradeTurns turns = new UpgradeTurns(() -> now);

    @Test
    void serversTakeTurnsAndTheSameOneAgain() {
        assertThat(turns.given(SHOP)).isTrue();
        assertThat(turns.given(DESK)).isFalse();
        assertThat(turns.given(SHOP)).isTrue();
    }

    @Test
    void theNextOneFollowsWhenTheTurnEnds() {
        turns.given(SHOP);
        turns.end(SHOP);
        assertThat(turns.given(DESK)).isTrue();
        assertThat(turns.given(SHOP)).isFalse();
    }

    @Test
    void anotherServerCannotEndATurn() {
        turns.given(SHOP);
        turns.end(DESK);
        assertThat(turns.given(DESK)).isFalse();
    }

    @Test
    void aRolloutThatDoesNotGetOnHoldsUpTheOthersForALimitedTime() {
        turns.given(SHOP);
        now = now.plus(UpgradeTurns.LONGEST).minusSeconds(1);
        assertThat(turns.given(DESK)).isFalse();
        now = now.plusSeconds(1);
        assertThat(turns.given(DESK)).isTrue();
        assertThat(turns.given(SHOP)).isFalse();
    }

    @Test
    void oneStuckRolloutOfANamespaceHoldsUpOthersOnce() {
        var other = new ServerKey("team-b", "other");
        var third = new ServerKey("team-c", "third");
        turns.given(SHOP);
        now = now.plus(UpgradeTurns.LONGEST);
        assertThat(turns.given(DESK)).isTrue();
        assertThat(turns.given(other)).isTrue();
        assertThat(turns.given(third)).isFalse();
        turns.end(other);
        assertThat(turns.given(third)).isTrue();
    }
}
