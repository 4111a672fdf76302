package dev.hyperterse.operator.publish;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnWritesTest {
    @ParameterizedTest
    @CsvSource({
        "7, 7, false, Last",
        "7, 6, false, Awaited",
        "7, 8, false, Overtaken",
        "99, 100, false, Overtaken",
        // Deleted in the version that was written; and a deletion that happened before it was written again.
        "7, 7, true, Overtaken",
        "7, 9, true, Overtaken",
        "7, 6, true, Awaited",
        "7, a1, false, Overtaken",
    })
    void aWatchIsComparedWithTheLastWrite(String written, String observed, boolean deleted, OwnWrites verdict) {
        assertThat(OwnWrites.compare(written, observed, deleted)).isEqualTo(verdict);
    }
}
