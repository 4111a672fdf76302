package dev.hyperterse.operator.report.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.crds.v1alpha1.shared.Condition;
import dev.hyperterse.crds.v1alpha1.shared.Condition.Status;
import dev.hyperterse.operator.model.LeafKey;
import dev.hyperterse.operator.report.Shop;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConditionEventTest {
    private static final LeafKey LEAF = new LeafKey(LeafKind.Tool, "shop", "one");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // before | after | what of a leaf | what of a server
                "''                              | Ready True A               | ''        | Normal A",
                "Ready True A                    | Ready True A               | ''        | ''",
                "Ready False A, Reconciling True A | Ready True B             | ''        | Normal B",
                "Ready False A                   | Ready False B, Stalled True B | Warning B | Warning B",
                "Ready False B, Stalled True B   | Ready False B, Stalled True B | ''     | ''",
                "Ready False B, Stalled True B   | Ready False C, Stalled True C | Warning C | Warning C",
                "Ready False B, Stalled True B   | Ready True D               | Normal D  | Normal D",
                "Available True A                | Available False B          | ''        | Warning B",
                "''                              | Available False B          | ''        | ''"
            })
    void eventsAreEmittedOnStallRecoveryAndReadiness(String before, String after, String ofLeaf, String ofServer) {
        assertThat(ConditionEvent.ofLeaf(LEAF, "uid", conditions(before), conditions(after))
                        .map(ConditionEventTest::brief)
                        .orElse(""))
                .isEqualTo(ofLeaf);
        assertThat(ConditionEvent.ofServer(Shop.KEY, "uid", conditions(before), conditions(after)).stream()
                        .map(ConditionEventTest::brief)
                        .toList())
                .isEqualTo(ofServer.isEmpty() ? List.of() : List.of(ofServer));
    }

    /** Who may read events of a namespace may read the statuses there: an event has nothing from elsewhere. */
    @Test
    void anEventOfADefinitionIsInItsNamespaceWithTheTextOfItsStatus() {
        var leaf = new LeafKey(LeafKind.Tool, "tenant-b", "one");
        var refused = conditions("Ready False ServerNotFound, Stalled True ServerNotFound");

        var notice = ConditionEvent.ofLeaf(leaf, "uid", conditions("Ready False A"), refused);

        assertThat(notice).hasValueSatisfying(it -> {
            assertThat(it.regarding().getNamespace()).isEqualTo("tenant-b");
            assertThat(it.regarding().getName()).isEqualTo("one");
            assertThat(refused).extracting(Condition::message).contains(it.note());
        });
    }

    private static String brief(ConditionEvent notice) {
        return (notice.warning() ? "Warning " : "Normal ") + notice.reason();
    }

    private static List<Condition> conditions(String text) {
        return Arrays.stream(text.split(", "))
                .filter(it -> !it.isEmpty())
                .map(it -> it.split(" "))
                .map(it -> new Condition(
                        it[0], Status.valueOf(it[1]), Optional.of(1L), "2026-01-01T12:00:00Z", it[2], "message"))
                .toList();
    }
}
