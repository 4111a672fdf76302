package dev.hyperterse.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeapSharesTest {
    private static final long MEBI = 1 << 20;

    /** The heaps of pods with 384Mi, 512Mi (the default), 1Gi and 4Gi; the JVM counts a little less than it was given. */
    @ParameterizedTest
    @CsvSource({"153, 612", "224, 896", "608, 2432", "2912, 11648"})
    void connectionsFollowFromTheHeap(long heapMebi, int connections) {
        assertThat(HeapShares.connections(heapMebi * MEBI)).isEqualTo(connections);
    }

    @ParameterizedTest
    @CsvSource({"96, 224, 96", "96, 153, 76"})
    void buffersAreAtMostHalfOfTheHeap(long wantedMebi, long heapMebi, long mebi) {
        assertThat(HeapShares.buffers(wantedMebi * MEBI, heapMebi * MEBI) / MEBI)
                .isEqualTo(mebi);
    }

    @ParameterizedTest
    @CsvSource({"40, 8", "224, 28", "2912, 364"})
    void knownCallersTakeAShareOfTheHeap(long heapMebi, long mebi) {
        assertThat(HeapShares.knownCallers(heapMebi * MEBI) / MEBI).isEqualTo(mebi);
    }
}
