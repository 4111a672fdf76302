package dev.hyperterse.cli.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class KubectlScalarsTest {
    /** The right column is what sigs.k8s.io/yaml 1.6 made of the left one. */
    @ParameterizedTest(name = "{0} is {1}")
    @CsvFileSource(resources = "kubectl-scalars.tsv", delimiter = '\t', quoteCharacter = '\u0000')
    void aScalarHasTheMeaningThatItHasForKubectl(String written, String json) {
        assertThat(asApiServer(
                        KubectlScalars.resolve(written == null ? "" : written).orElse(null)))
                .isEqualTo(asApiServer(json(json)));
    }

    @ParameterizedTest
    @ValueSource(strings = {".inf", "-.Inf", ".NAN"})
    void numbersThatJsonLacksAreNotFinite(String written) {
        assertThat(KubectlScalars.resolve(written).orElseThrow())
                .isInstanceOfSatisfying(Double.class, it -> assertThat(it).matches(number -> !Double.isFinite(number)));
    }

    @Test
    void aWholeNumberIsAnIntegerHoweverItIsWritten() {
        assertThat(KubectlScalars.resolve("1.0")).contains(1L);
        assertThat(KubectlScalars.normal(1e300)).isEqualTo(1e300);
    }

    /** A text of a megabyte of digits is read like these, and not as a number of a megabyte. */
    @Test
    void digitsBeyond64BitsAreNotReadAsAnInteger() {
        assertThat(KubectlScalars.resolve("0".repeat(100) + "17")).contains(15L);
        assertThat(KubectlScalars.resolve("0x" + "0".repeat(100) + "ff")).contains(255L);
        assertThat(KubectlScalars.resolve("9".repeat(100))).contains(1e100);
        assertThat(KubectlScalars.resolve("9".repeat(1000))).contains("9".repeat(1000));
    }

    private static Object json(String text) {
        return JsonMapper.shared().readValue(text, Object.class);
    }

    private static Object asApiServer(Object value) {
        return switch (value) {
            case null -> "null";
            case Integer whole -> whole.longValue();
            case BigInteger large -> large.doubleValue();
            case Double number -> KubectlScalars.normal(number);
            default -> value;
        };
    }
}
