package dev.hyperterse.runtime.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Revision;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ChangeHistoryTest {
    private final ChangeHistory history = ChangeHistory.beginningWith(revision("e", 10))
            .then(revision("e", 11), Set.of(ChangeKind.TOOLS))
            .then(revision("e", 14), Set.of(ChangeKind.PROMPTS));

    @Test
    void tellsExactlyWhatItHasSeen() {
        assertThat(history.after("e.10")).containsExactlyInAnyOrder(ChangeKind.TOOLS, ChangeKind.PROMPTS);
        assertThat(history.after("e.11")).containsExactly(ChangeKind.PROMPTS);
        assertThat(history.after("e.13")).containsExactly(ChangeKind.PROMPTS);
        assertThat(history.after("e.14")).isEmpty();
    }

    @Test
    void anythingMayHaveChangedSinceWhatItHasNotSeen() {
        for (var position : new String[] {"e.9", "e.15", "other.11", "nonsense", "e.x", ".", ""}) {
            assertThat(history.after(position)).as(position).containsExactlyInAnyOrder(ChangeKind.values());
        }
    }

    @Test
    void anotherEpochBeginsAnew() {
        var next = history.then(revision("f", 3), Set.of(ChangeKind.TOOLS));

        assertThat(next.after("e.14")).containsExactlyInAnyOrder(ChangeKind.values());
        assertThat(next.after("f.3")).isEmpty();
    }

    @Test
    void aRestoredStoreCountsBackwards() {
        var restored = history.then(revision("e", 12), Set.of());

        assertThat(restored.after("e.14")).containsExactlyInAnyOrder(ChangeKind.values());
    }

    private static Revision revision(String epoch, long sequence) {
        return new Revision(epoch, sequence, "sha");
    }
}
