package dev.hyperterse.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.http.connection.ConnectionMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenFilesTest {
    @ParameterizedTest
    @CsvSource({
        "1024, 18000, 512, 408",
        "4096, 18000, 3096, 2476",
        "20000, 15000, 15000, 15000",
        "20000, 18000, 18000, 15200",
        "20000, 19001, 19000, 15200",
        "1048576, 18000, 18000, 18000",
        "9223372036854775807, 18000, 18000, 18000",
        "0, 18000, 18000, 18000",
        "-1, 18000, 18000, 18000"
    })
    void connectionsLeaveFilesForOthers(long files, int ofHeap, int plain, int encrypted) {
        var memory = new ConnectionMemory(ofHeap, ofHeap / 2, 2, 7);
        assertThat(new OpenFiles(files).bound(memory, false)).isEqualTo(new ConnectionMemory(plain, ofHeap / 2, 2, 7));
        assertThat(new OpenFiles(files).bound(memory, true))
                .isEqualTo(new ConnectionMemory(encrypted, ofHeap / 2, 2, 7));
    }

    @Test
    void theLimitOfThisProcessIsKnown() {
        assertThat(OpenFiles.ofThisProcess().most()).isBetween(256L, Long.MAX_VALUE - 1);
    }
}
