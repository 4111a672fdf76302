package dev.hyperterse.calls.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.memory.RowLimit;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowArrayTest {
    private final ResultBuffer out = new BufferBudget(1 << 20).open(1 << 20);

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0 | []                 | false
            1 | [{"a":1}]          | false
            2 | [{"a":1},{"a":2}]  | false
            3 | [{"a":1},{"a":2}]  | true
            5 | [{"a":1},{"a":2}]  | true
            """)
    void rowsBeyondTheLimitAreTruncated(int rows, String json, boolean truncated) {
        out.rowLimit(new RowLimit(2, true));

        assertThat(write(1000, rows)).isEqualTo(Math.min(rows, 2));
        assertThat(new String(out.toByteArray(), StandardCharsets.UTF_8)).isEqualTo(json);
        assertThat(out.rowsEnd().truncated()).isEqualTo(truncated);
    }

    @Test
    void limitOfTheAdapterCapsThatOfTheTool() {
        out.rowLimit(new RowLimit(1000, true));

        assertThat(write(2, 3)).isEqualTo(2);
        assertThat(out.rowsEnd().truncated()).isTrue();
    }

    @Test
    void toolMayAllowFewerRowsThanItsAdapter() {
        out.rowLimit(new RowLimit(2, false));

        assertThat(write(1000, 2)).isEqualTo(2);
        assertThatThrownBy(() -> write(1000, 3))
                .hasMessage("the result has more than 2 rows; the tool allows 2, its adapter 1000");
    }

    @Test
    void oneRowMoreThanAllowedIsRequested() {
        out.rowLimit(new RowLimit(2, true));

        assertThat(new RowArray(out, 1000).wanted()).isEqualTo(3);
    }

    @Test
    void limitOfACallEndsWithIt() {
        out.rowLimit(new RowLimit(2, true));
        write(1000, 3);
        out.release();

        assertThat(out.rowsEnd().truncated()).isFalse();
        assertThat(write(1000, 3)).isEqualTo(3);
        out.release();
    }

    private int write(int adapter, int rows) {
        var array = new RowArray(out, adapter);
        for (var row = 1; row <= rows; row++) {
            if (array.beginRow()) {
                out.ascii("{\"a\":" + row);
                array.endRow(1);
            }
        }
        return array.end();
    }
}
