package dev.hyperterse.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.http.connection.ConnectionMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenFilesTest {
    @ParameterizedTest
    @CsvSource({
        "1024, 18000, 768",
        "4096, 18000, 3096",
        "20000, 18000, 18000",
        "20000, 19001, 19000",
        "1048576, 18000, 18000",
        "9223372036854775807, 18000, 18000"
    })
    void connectionsLeaveFilesForOthers(long files, int ofHeap, int connections) {
        assertThat(new OpenFiles(files).bound(new ConnectionMemory(ofHeap, 7)))
                .isEqualTo(new ConnectionMemory(connections, 7));
    }

    @Test
    void theLimitOfThisProcessIsKnown() {
        assertThat(OpenFiles.ofThisProcess().most()).isBetween(256L, Long.MAX_VALUE - 1);
    }
}
