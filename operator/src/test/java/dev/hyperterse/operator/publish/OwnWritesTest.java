package dev.hyperterse.operator.publish;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnWritesTest {
    @ParameterizedTest
    @CsvSource({
        "7, 7, false, UpToDate",
        "7, 6, false, StaleEvent",
        "7, 8, false, ModifiedExternally",
        "99, 100, false, ModifiedExternally",
        // Deleted in the version that was written; and a deletion that happened before it was written again.
        "7, 7, true, ModifiedExternally",
        "7, 9, true, ModifiedExternally",
        "7, 6, true, StaleEvent",
        "7, a1, false, ModifiedExternally",
    })
    void aWatchIsComparedWithTheLastWrite(String written, String observed, boolean deleted, OwnWrites verdict) {
        assertThat(OwnWrites.compare(written, observed, deleted)).isEqualTo(verdict);
    }
}
