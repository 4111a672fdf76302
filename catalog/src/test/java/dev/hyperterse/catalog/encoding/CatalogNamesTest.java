package dev.hyperterse.catalog.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CatalogNamesTest {
    /** Objects of these names lie in clusters: another spelling would lose them. */
    @Test
    void theNamesOfAServersObjectsNeverChange() {
        var names = new CatalogNames("shop");

        assertThat(names.index()).isEqualTo("shop-catalog");
        assertThat(names.slot(new Slot(7))).isEqualTo("shop-catalog-07");
        assertThat(names.slots()).hasSize(64).startsWith("shop-catalog-00").endsWith("shop-catalog-63");
        assertThat(names.values()).isEqualTo("shop-values");
        assertThat(names.sessionKeys()).isEqualTo("shop-session-keys");
    }
}
