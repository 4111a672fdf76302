package dev.hyperterse.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.operator.queue.PlayedTimer;
import dev.hyperterse.operator.read.ClusterEvent.CatalogTouched;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CatalogInspectionsTest {
    private static final ServerKey SHOP = new ServerKey("gateways", "shop");

    private final PlayedTimer timer = new PlayedTimer();
    private final List<ServerKey> inspected = new ArrayList<>();
    private final CatalogInspections inspections = new CatalogInspections(timer, inspected::add);

    /** When a relist shows it, the first inspection may come before the watch has the version of that list. */
    @Test
    void aDeletedObjectIsInspectedAgainAfterASecond() {
        inspections.touched(new CatalogTouched(SHOP, true));
        timer.work();
        assertThat(inspected).containsExactly(SHOP);
        pass(CatalogInspections.AFTER_A_DELETION.minusMillis(1));
        assertThat(inspected).containsExactly(SHOP);
        pass(Duration.ofMillis(1));
        assertThat(inspected).containsExactly(SHOP, SHOP);
        pass(Duration.ofHours(1));
        assertThat(inspected).hasSize(2);
    }

    @Test
    void aWrittenObjectIsInspectedOnce() {
        inspections.touched(new CatalogTouched(SHOP, false));
        timer.work();
        pass(Duration.ofHours(1));
        assertThat(inspected).containsExactly(SHOP);
        assertThat(inspections.queue().size()).isZero();
    }

    private void pass(Duration time) {
        timer.pass(time);
        timer.work();
    }
}
