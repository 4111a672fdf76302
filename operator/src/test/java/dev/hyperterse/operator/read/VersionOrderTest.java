package dev.hyperterse.operator.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

class VersionOrderTest {
    private final VersionOrder order = new VersionOrder();
    private final List<String> heard = new ArrayList<>();
    private final BiConsumer<Optional<ConfigMap>, Optional<ConfigMap>> listener = order.checking(
            (before, after) -> heard.add(before.map(VersionOrderTest::version).orElse("-")
                    + " "
                    + after.map(VersionOrderTest::version).orElse("-")));

    @Test
    void versionsThatGrowAreInOrder() {
        listener.accept(Optional.empty(), Optional.of(version("9")));
        listener.accept(Optional.of(version("9")), Optional.of(version("10")));
        listener.accept(Optional.of(version("10")), Optional.empty());
        listener.accept(Optional.empty(), Optional.of(version("8")));
        assertThat(order.broken()).isEmpty();
        assertThat(heard).containsExactly("- 9", "9 10", "10 -", "- 8");
    }

    /** A watch that opens again lists the restored state, perhaps after the API server came further than it was. */
    @Test
    void objectThatWasRestoredIsNoticed() {
        listener.accept(Optional.of(version("391")), Optional.of(version("379")));
        assertThat(order.broken()).contains("ConfigMap shop/db went back from version 391 to 379");
        assertThat(heard).containsExactly("391 379");
    }

    private static ConfigMap version(String version) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace("shop")
                .withName("db")
                .withResourceVersion(version)
                .endMetadata()
                .build();
    }

    private static String version(ConfigMap object) {
        return object.getMetadata().getResourceVersion();
    }
}
