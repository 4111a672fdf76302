package dev.hyperterse.operator.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.encoding.CatalogCodec;
import dev.hyperterse.compiler.resolve.ObjectName;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CatalogObjectCacheTest {
    private static final byte[] NEWER_LEADER = "newer".getBytes();

    private final ApiServerInMemory apiServer = new ApiServerInMemory();
    private final CatalogObjectCache cache = new CatalogObjectCache(apiServer.store(), new CatalogCodec(), Shop.SERVER);

    /** A read of another object makes the index be read again, and it may have been claimed meanwhile. */
    @Test
    void anIndexThatWasClaimedSinceTheDecisionIsNotReplaced() {
        var index = ObjectName.index(Shop.SERVER);
        apiServer.edit(index, Map.of(StoredIndex.CLAIM, "own".getBytes()));
        var decidedOn = cache.index();
        apiServer.edit(index, Map.of(StoredIndex.CLAIM, NEWER_LEADER));
        cache.content(ObjectName.values(Shop.SERVER));
        assertThat(cache.index().resourceVersion()).isNotEqualTo(decidedOn.resourceVersion());
        assertThat(cache.writeIndex(Map.of(StoredIndex.CLAIM, "own".getBytes()), decidedOn))
                .isFalse();
        assertThat(apiServer.stored(index).orElseThrow().entries()).containsEntry(StoredIndex.CLAIM, NEWER_LEADER);
    }
}
