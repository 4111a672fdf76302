package dev.hyperterse.runtime.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.access.AccessPolicy;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ChangeHistoryTest {
    private final ChangeHistory history = ChangeHistory.beginningWith(revision("e", 10))
            .then(revision("e", 11), changed(ChangeKind.TOOLS))
            .then(revision("e", 14), changed(ChangeKind.PROMPTS));

    @Test
    void knownPositionYieldsTheLaterChanges() {
        assertThat(history.after("e.10", Principal.ANONYMOUS))
                .containsExactlyInAnyOrder(ChangeKind.TOOLS, ChangeKind.PROMPTS);
        assertThat(history.after("e.11", Principal.ANONYMOUS)).containsExactly(ChangeKind.PROMPTS);
        assertThat(history.after("e.13", Principal.ANONYMOUS)).containsExactly(ChangeKind.PROMPTS);
        assertThat(history.after("e.14", Principal.ANONYMOUS)).isEmpty();
    }

    @Test
    void unknownPositionYieldsAllKinds() {
        for (var position : new String[] {"e.9", "e.15", "other.11", "nonsense", "e.x", ".", ""}) {
            assertThat(history.after(position, Principal.ANONYMOUS))
                    .as(position)
                    .containsExactlyInAnyOrder(ChangeKind.values());
        }
    }

    @Test
    void newEpochStartsANewHistory() {
        var next = history.then(revision("f", 3), changed(ChangeKind.TOOLS));

        assertThat(next.after("e.14", Principal.ANONYMOUS)).containsExactlyInAnyOrder(ChangeKind.values());
        assertThat(next.after("f.3", Principal.ANONYMOUS)).isEmpty();
    }

    @Test
    void lowerSequenceStartsANewHistory() {
        var restored = history.then(revision("e", 12), Set.of());

        assertThat(restored.after("e.14", Principal.ANONYMOUS)).containsExactlyInAnyOrder(ChangeKind.values());
    }

    /** Dropped changes may concern any list, so all kinds are reported for positions before them. */
    @Test
    void positionsBeforeForgottenChangesYieldAllKinds() {
        var full = history;
        for (int sequence = 15; sequence < 15 + DefinitionChanges.MOST; sequence++) {
            full = full.then(revision("e", sequence), Set.of(hidden("tool-" + sequence)));
        }

        assertThat(full.changed()).hasSize(DefinitionChanges.MOST);
        assertThat(full.after("e.13", Principal.ANONYMOUS)).containsExactlyInAnyOrder(ChangeKind.values());
        assertThat(full.after("e.14", Principal.ANONYMOUS)).isEmpty();
    }

    private static Set<ListedChange> changed(ChangeKind list) {
        return Set.of(ListedChange.forAll(list));
    }

    /** A new tool of one subject. */
    private static ListedChange hidden(String name) {
        var alone = new AccessPolicy(Optional.of("sso"), Set.of(), Set.of(), Set.of(name), Map.of());
        var leaf = Leaves.tool(name, "Of one").with(Optional.of(alone));
        var catalogs = FakeLinker.catalogs(new FakeLinker());
        var live = catalogs.swap(Servers.searching().catalog(1, leaf)).live();
        return new ListedChange(ChangeKind.TOOLS, Optional.empty(), Optional.of(Viewers.of(leaf, live)), false);
    }

    private static Revision revision(String epoch, long sequence) {
        return new Revision(epoch, sequence, "sha");
    }
}
