package dev.hyperterse.runtime.live.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.runtime.live.Leaves;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Definitions as lists have them. */
class LeafJsonTest {
    /** Another server makes the content, so nothing is made up for one that does not say what it is. */
    @Test
    void resourceWithoutAMediaTypeIsListedWithoutOne() {
        var typed = Leaves.resource("docs://a", Leaves.text("a"));
        assertThat(listed(typed)).contains("\"mimeType\":\"text/plain\"");
        assertThat(listed(untyped(typed))).contains("\"uri\":\"docs://a\"").doesNotContain("mimeType");
    }

    private static String listed(ResourceLeaf leaf) {
        return new String(LeafJson.resource(leaf).json(), StandardCharsets.UTF_8);
    }

    private static ResourceLeaf untyped(ResourceLeaf leaf) {
        return new ResourceLeaf(
                leaf.identity(),
                leaf.address(),
                leaf.name(),
                leaf.title(),
                leaf.description(),
                leaf.icons(),
                Optional.empty(),
                leaf.size(),
                leaf.audience(),
                leaf.arguments(),
                leaf.body(),
                leaf.access(),
                leaf.protections());
    }
}
