package dev.hyperterse.operator.report.replica;

import static dev.hyperterse.operator.report.Shop.replicas;
import static dev.hyperterse.operator.report.Shop.revision;
import static dev.hyperterse.operator.report.Shop.serving;
import static dev.hyperterse.operator.report.Shop.silent;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.operator.report.Shop;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ReplicasTest {
    @Test
    void withoutReplicasNoRevisionIsReached() {
        assertThat(replicas().reached(revision(7))).isFalse();
        assertThat(replicas(silent("starting", false)).reached(revision(7))).isFalse();
    }

    @Test
    void itIsReachedByAllThatHaveASay() {
        var served = serving("one", revision(7));
        assertThat(replicas(served, serving("two", revision(8))).reached(revision(7)))
                .isTrue();
        assertThat(replicas(served, serving("late", revision(6))).reached(revision(7)))
                .isFalse();
        assertThat(replicas(served, silent("unreachable, and clients are sent to it", true))
                        .reached(revision(7)))
                .isFalse();
        assertThat(replicas(served, silent("starting", false)).reached(revision(7)))
                .isTrue();
        var booting = new ReplicaAnswer(Optional.empty(), Map.of(), List.of(), Map.of(), OptionalLong.empty());
        assertThat(replicas(served, Shop.answering("booting", booting)).reached(revision(7)))
                .isFalse();
    }

    @Test
    void numbersOfAnotherEpochSayNothing() {
        var other = replicas(serving("one", new Revision("other", 99, "something")));
        assertThat(other.reached(revision(7))).isFalse();
        var same = replicas(serving("one", new Revision("other", 1, revision(7).sha256())));
        assertThat(same.reached(revision(7))).isTrue();
    }

    @Test
    void onlyAReplicaWithTheRevisionCanRefuseItsLeaves() {
        var leaf = new LeafIdentity(LeafKind.Tool, "shop", "one", "uid", 1);
        var refused = Map.of("Tool shop/one", "it needs streams");
        var now = Shop.answering(
                "now", new ReplicaAnswer(Optional.of(revision(7)), refused, List.of(), Map.of(), OptionalLong.empty()));
        var late = Shop.answering(
                "late",
                new ReplicaAnswer(Optional.of(revision(6)), refused, List.of(), Map.of(), OptionalLong.empty()));
        assertThat(replicas(late).refusal(leaf, revision(7))).isEmpty();
        assertThat(replicas(late, now).refusal(leaf, revision(7)))
                .contains(new Replicas.Refusal("1.0.0", "it needs streams"));
        assertThat(replicas(now).refusal(new LeafIdentity(LeafKind.Prompt, "shop", "one", "uid", 1), revision(7)))
                .isEmpty();
    }

    @Test
    void theirVersionsAreSaidOnce() {
        assertThat(replicas().version()).isEmpty();
        var old = new Replicas.Replica("old", "0.9.0", true, true, Optional.empty());
        assertThat(replicas(serving("one", revision(7)), old, serving("two", revision(7)))
                        .version())
                .contains("0.9.0, 1.0.0");
    }
}
