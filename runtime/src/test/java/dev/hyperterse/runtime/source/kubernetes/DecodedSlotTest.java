package dev.hyperterse.runtime.source.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.catalog.encoding.DecodedLeaf;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DecodedSlotTest {
    @Test
    void unchangedDefinitionIsTheSameObject() {
        var before = new DecodedSlot("one", List.of(leaf("a", 1, "one"), leaf("b", 1, "stays")));
        var after = before.followedBy("two", List.of(leaf("a", 2, "two"), leaf("b", 1, "stays"), leaf("c", 1, "new")));
        assertThat(after.sha256()).isEqualTo("two");
        assertThat(after.leaves()).containsExactly(leaf("a", 2, "two"), leaf("b", 1, "stays"), leaf("c", 1, "new"));
        assertThat(after.leaves().get(1)).isSameAs(before.leaves().get(1));
    }

    @Test
    void changedDefinitionWithTheSameIdentityIsReplaced() {
        var before = new DecodedSlot("one", List.of(leaf("a", 1, "compiled by an older operator")));
        var after = before.followedBy("two", List.of(leaf("a", 1, "compiled by a newer operator")));
        assertThat(after.leaves()).containsExactly(leaf("a", 1, "compiled by a newer operator"));
    }

    private static DecodedLeaf leaf(String name, long generation, String description) {
        return new DecodedLeaf.Served(new PromptLeaf(
                new LeafIdentity(LeafKind.Prompt, "shop", name, "uid-" + name, generation),
                name,
                Optional.empty(),
                Optional.of(description),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));
    }
}
