package dev.hyperterse.operator.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResourceVersionsTest {
    @ParameterizedTest
    @CsvSource({
        "9, 10, true",
        "10, 9, false",
        "10, 10, false",
        // Nothing was seen before.
        "10, '', false",
        // The order of versions that are no numbers is unknown.
        "abc, 10, false",
        "18446744073709551615, 18446744073709551614, false",
        "18446744073709551614, 18446744073709551615, true"
    })
    void versionsAreOrderedAsNumbers(String version, String other, boolean before) {
        assertThat(ResourceVersions.isBefore(version, other)).isEqualTo(before);
    }
}
