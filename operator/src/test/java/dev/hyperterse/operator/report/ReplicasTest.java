package dev.hyperterse.operator.report;

import static dev.hyperterse.operator.report.Shop.replicas;
import static dev.hyperterse.operator.report.Shop.revision;
import static dev.hyperterse.operator.report.Shop.serving;
import static dev.hyperterse.operator.report.Shop.silent;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Format;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.operator.resolve.LeafKey;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplicasTest {
    @Test
    void nobodyReachesAnything() {
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
        var booting = new ReplicaAnswer(Optional.empty(), List.of(1), Map.of(), List.of());
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // What each pod reads (? = has not said) | what is committed | what to write
                "''      | ''  | newest",
                "1       | ''  | 1",
                "1;1     | 1   | 1",
                "2,1;1   | 1   | 1",
                "3,2     | ''  | newest",
                "?       | ''  | newest",
                "?;1     | 1   | 1",
                "''      | 9   | newest",
                "0       | ''  | oldest"
            })
    void theFormatIsOneThatAllOfThemRead(String pods, String committed, String expected) {
        var running = Arrays.stream(pods.split(";"))
                .filter(it -> !it.isEmpty())
                .map(ReplicasTest::reading)
                .toArray(Replicas.Replica[]::new);
        var written = Optional.of(committed)
                .filter(it -> !it.isEmpty())
                .map(Integer::valueOf)
                .map(Format::new);
        var wanted =
                switch (expected) {
                    case "newest" -> Format.NEWEST;
                    case "oldest" -> Format.OLDEST;
                    default -> new Format(Integer.parseInt(expected));
                };
        assertThat(replicas(running).format(written)).isEqualTo(wanted);
    }

    @Test
    void onlyWhoHasTheRevisionCanRefuseWhatIsInIt() {
        var leaf = new LeafKey(LeafKind.Tool, "shop", "one");
        var refused = Map.of("Tool shop/one", "it needs streams");
        var now = Shop.answering("now", new ReplicaAnswer(Optional.of(revision(7)), List.of(1), refused, List.of()));
        var late = Shop.answering("late", new ReplicaAnswer(Optional.of(revision(6)), List.of(1), refused, List.of()));
        assertThat(replicas(late).refusal(leaf, revision(7))).isEmpty();
        assertThat(replicas(late, now).refusal(leaf, revision(7)))
                .contains(new Replicas.Refusal("1.0.0", "it needs streams"));
        assertThat(replicas(now).refusal(new LeafKey(LeafKind.Prompt, "shop", "one"), revision(7)))
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

    private static Replicas.Replica reading(String formats) {
        if (formats.equals("?")) {
            return silent("silent", true);
        }
        var numbers = Arrays.stream(formats.split(",")).map(Integer::valueOf).toList();
        return Shop.answering("pod", new ReplicaAnswer(Optional.of(revision(7)), numbers, Map.of(), List.of()));
    }
}
