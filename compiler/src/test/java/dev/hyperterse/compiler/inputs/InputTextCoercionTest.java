package dev.hyperterse.compiler.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.input.InputType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InputTextCoercionTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "STRING   | on                        | \"on\"",
                "STRING   | 1e3                       | \"1e3\"",
                "INT      | 42                        | 42",
                "INT      | 1e3                       | 1000",
                "INT      | 1.0                       | 1",
                "INT      | 9223372036854775807       | 9223372036854775807",
                "INT      | -9223372036854775808      | -9223372036854775808",
                "FLOAT    | 0.10                      | 0.10",
                "FLOAT    | 9007199254740993.5        | 9007199254740993.5",
                "BOOLEAN  | T                         | true",
                "BOOLEAN  | 0                         | false",
                "DATETIME | 2026-01-31T12:00:00+02:00 | \"2026-01-31T12:00:00+02:00\"",
                "DATETIME | 2026-01-31 12:00:00       | \"2026-01-31 12:00:00\"",
                "DATETIME | 2026-01-31                | \"2026-01-31\"",
                "ARRAY    | [1, \"a\"]                | [1,\"a\"]",
                "OBJECT   | {\"a\": 1.50}             | {\"a\":1.50}",
            })
    void aTextOfTheTypeBecomesAValue(InputType type, String text, String value) {
        assertThat(InputTextCoercion.coerce(type, text).orElseThrow().toString())
                .isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "INT      | 1.9",
                "INT      | 9223372036854775808",
                "INT      | 1e400000000",
                "INT      | 0x10",
                "INT      | forty",
                "FLOAT    | NaN",
                "FLOAT    | Infinity",
                "FLOAT    | 1,5",
                "BOOLEAN  | on",
                "BOOLEAN  | yes",
                "DATETIME | 2026-02-30",
                "DATETIME | 2026-01-31T12:00:00",
                "DATETIME | tomorrow",
                "ARRAY    | {}",
                "ARRAY    | [1] [2]",
                "OBJECT   | []",
                "OBJECT   | {a: 1}",
            })
    void otherTextIsNotAValue(InputType type, String text) {
        assertThat(InputTextCoercion.coerce(type, text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"FLOAT, 1e999999999", "FLOAT, -1e-999999999", "INT, 1e999999999"})
    void aNumberOfAGigabyteOfDigitsIsNoNumber(InputType type, String text) {
        assertThat(InputTextCoercion.coerce(type, text)).isEmpty();
    }
}
