package dev.hyperterse.operator.read;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HistoryWatchTest {
    @ParameterizedTest
    @CsvSource({
        "9, 10, true",
        "10, 9, false",
        "10, 10, false",
        // Nothing was seen before.
        "10, '', false",
        // Whoever numbers otherwise is believed.
        "abc, 10, false",
        "18446744073709551615, 18446744073709551614, false"
    })
    void versionsAreOrderedAsNumbers(String version, String other, boolean before) {
        assertThat(HistoryWatch.isBefore(version, other)).isEqualTo(before);
    }
}
