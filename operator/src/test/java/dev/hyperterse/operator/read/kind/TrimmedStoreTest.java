package dev.hyperterse.operator.read.kind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.crds.ApiSerialization;
import dev.hyperterse.crds.v1alpha1.Tool;
import org.junit.jupiter.api.Test;

class TrimmedStoreTest {
    private final TrimmedStore<Tool> store = new TrimmedStore<>(TrimmedStore::withoutBookkeeping);

    /** A thousand objects replaced by their equals at each renewal of a watch are a thousand pieces of garbage. */
    @Test
    void anObjectThatIsListedAgainStaysTheObjectThatItWas() {
        var first = tool("uid-1", 1, "7");
        assertThat(store.put("shop/one", first)).isNull();
        assertThat(store.put("shop/one", tool("uid-1", 1, "7"))).isSameAs(first);
        assertThat(store.get("shop/one")).isSameAs(first);
    }

    @Test
    void aNewStatusLeavesTheSpecTheObjectThatItWas() {
        var first = tool("uid-1", 1, "7");
        store.put("shop/one", first);
        var second = tool("uid-1", 1, "8");
        assertThat(store.put("shop/one", second)).isSameAs(first);
        assertThat(store.get("shop/one")).isSameAs(second);
        assertThat(second.getSpec()).isSameAs(first.getSpec());
    }

    /** An API server that was restored from a backup gives versions and generations another time. */
    @Test
    void anotherContentOfTheSameVersionIsKept() {
        store.put("shop/one", tool("uid-1", 2, "7"));
        store.put("shop/one", tool("uid-1", 2, "7", "SELECT 'restored'"));
        assertThat(store.get("shop/one")
                        .getSpec()
                        .statement()
                        .orElseThrow()
                        .text()
                        .inline())
                .contains("SELECT 'restored'");
    }

    @Test
    void anEditAndAnotherObjectOfTheNameHaveASpecOfTheirOwn() {
        var first = tool("uid-1", 1, "7");
        store.put("shop/one", first);
        var edited = tool("uid-1", 2, "8");
        store.put("shop/one", edited);
        assertThat(edited.getSpec()).isNotSameAs(first.getSpec());
        var other = tool("uid-2", 2, "9");
        store.put("shop/one", other);
        assertThat(other.getSpec()).isNotSameAs(edited.getSpec());
    }

    private static Tool tool(String uid, long generation, String version) {
        return tool(uid, generation, version, "SELECT " + generation);
    }

    private static Tool tool(String uid, long generation, String version, String text) {
        return ApiSerialization.create().unmarshal("""
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {namespace: shop, name: one, uid: %s, generation: %d, resourceVersion: "%s"}
                spec:
                  serverRefs: [{name: shop}]
                  statement: {adapter: demo, text: {inline: %s}}
                """.formatted(uid, generation, version, text), Tool.class);
    }
}
