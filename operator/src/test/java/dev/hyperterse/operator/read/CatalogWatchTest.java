package dev.hyperterse.operator.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.operator.resolve.ServerKey;
import io.fabric8.kubernetes.client.Config;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CatalogWatchTest {
    private static final ServerKey SHOP = new ServerKey("gateways", "shop");
    private static final DocumentName INDEX =
            new DocumentName(DocumentName.Type.CONFIG_MAP, "gateways", "shop-catalog");

    private final CatalogWatch watch = new CatalogWatch(ClusterClient.connect(Config.empty()), new ArrayList<>()::add);

    @AfterEach
    void close() {
        watch.close();
    }

    @Test
    void whatIsThereIsKnownInItsNewestVersion() {
        watch.note(SHOP, INDEX, new ObservedVersion("7", false));
        watch.note(SHOP, INDEX, new ObservedVersion("8", false));
        assertThat(watch.of(SHOP)).containsOnly(Map.entry(INDEX, new ObservedVersion("8", false)));
    }

    @Test
    void objectsThatGoAfterTheirServerLeaveNothing() {
        watch.note(SHOP, INDEX, new ObservedVersion("7", false));
        watch.forget(SHOP);
        watch.note(SHOP, INDEX, new ObservedVersion("9", true));
        assertThat(watch.of(SHOP)).isEmpty();
    }
}
