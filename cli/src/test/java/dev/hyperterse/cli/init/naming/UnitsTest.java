package dev.hyperterse.cli.init.naming;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.init.schema.Column;
import dev.hyperterse.cli.init.schema.ColumnType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            duration_ms      | ""                     | in milliseconds
            price_cents      | what a customer pays   | what a customer pays (in cents)
            weightKg         | ""                     | in kilograms
            TotalUSD         | ""                     | in USD
            duration_ms      | time, in milliseconds  | time, in milliseconds
            size_kb          | KB of the file         | KB of the file
            price_min        | ""                     | ""
            Milliseconds     | ""                     | ""
            items            | ""                     | ""
            sold_last_30_days | ""                    | ""
            bandwidth_bps    | ""                     | ""
            """)
    void lastWordSaysTheUnitUnlessTheCommentDoes(String column, String comment, String described) {
        assertThat(Units.described(column, comment)).isEqualTo(described);
    }

    @Test
    void onlyNumbersHaveOne() {
        assertThat(new Column("note_ms", ColumnType.TEXT, "text", false, "", List.of()).description())
                .isEmpty();
    }
}
