package dev.hyperterse.search.query;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OneTypingErrorTest {
    @ParameterizedTest
    @CsvSource({
        "invoice, invoice, false",
        "invoice, invice, true",
        "invoice, invoicee, true",
        "invoice, nvoice, true",
        "invoice, invoic, true",
        "invoice, invoise, true",
        "invoice, inovice, true",
        "invoice, ivnocie, false",
        "invoice, invose, false",
        "invoice, order, false",
        "ab, ba, true",
        "a, b, true",
        "aab, aba, true",
        "abc, cba, false"
    })
    void oneTypingErrorIsRecognized(String one, String other, boolean expected) {
        assertThat(OneTypingError.between(one, other)).isEqualTo(expected);
        assertThat(OneTypingError.between(other, one)).isEqualTo(expected);
    }
}
