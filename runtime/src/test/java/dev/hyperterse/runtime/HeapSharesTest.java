package dev.hyperterse.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.server.ScriptSettings;
import dev.hyperterse.scripts.turn.ScriptLimits;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class HeapSharesTest {
    private static final long MEBI = 1 << 20;
    private static final long LARGEST_SETTING = 8L << 30;

    /** From the heap of a pod of 64Mi to one of 1Ti. */
    static LongStream heaps() {
        return LongStream.iterate(25 * MEBI, heap -> heap <= 1L << 40, heap -> heap + heap / 7);
    }

    @ParameterizedTest
    @MethodSource("heaps")
    void boundsAddUpToLessThanTheHeap(long bytes) {
        var heap = new HeapShares(bytes);
        for (var bufferSize : List.of(MEBI, 96 * MEBI, LARGEST_SETTING)) {
            var buffers = heap.buffers(bufferSize);
            var scripts = ScriptLimits.of(settings(LARGEST_SETTING), heap.scripts(buffers))
                    .heap();
            var sessions = heap.sessions();
            var sum = buffers
                    + scripts
                    + heap.connections(false).places() * HeapShares.CONNECTION
                    + heap.connections(false).requests()
                    + heap.knownCallers()
                    + sessions.sessions()
                    + sessions.subscriptions()
                    + sessions.values()
                    + heap.streamSubscriptions()
                    + heap.usedProofs()
                    + heap.rates()
                    + heap.tasks()
                    + heap.history();
            assertThat(sum).isLessThanOrEqualTo(bytes / 100 * 85).isGreaterThan(0);
        }
    }

    /** A new share finds no more room than this. */
    @ParameterizedTest
    @MethodSource("heaps")
    void sharesLeaveRoomForTheCatalog(long bytes) {
        assertThat(Arrays.stream(HeapShares.Share.values())
                        .mapToLong(share -> share.of(bytes))
                        .sum())
                .isLessThanOrEqualTo(bytes / 100 * 85);
    }

    @ParameterizedTest
    @MethodSource("heaps")
    void connectionsWithTlsHoldNoMoreThanOthers(long bytes) {
        var heap = new HeapShares(bytes);
        assertThat(heap.connections(true).most() * HeapShares.ENCRYPTED_CONNECTION)
                .isLessThanOrEqualTo(heap.connections(false).places() * HeapShares.CONNECTION + HeapShares.CONNECTION)
                .isGreaterThan(0);
    }

    @ParameterizedTest
    @MethodSource("heaps")
    void everyBoundGrowsWithTheHeap(long bytes) {
        var heap = new HeapShares(bytes);
        var larger = new HeapShares(bytes * 2);
        assertThat(larger.buffers(Long.MAX_VALUE)).isGreaterThan(heap.buffers(Long.MAX_VALUE));
        assertThat(larger.scripts(0)).isGreaterThan(heap.scripts(0));
        assertThat(larger.connections(false).most())
                .isGreaterThan(heap.connections(false).most());
        assertThat(larger.connections(false).requests())
                .isGreaterThan(heap.connections(false).requests());
        assertThat(larger.knownCallers()).isGreaterThan(heap.knownCallers());
        assertThat(larger.sessions().sessions()).isGreaterThan(heap.sessions().sessions());
        assertThat(larger.sessions().subscriptions())
                .isGreaterThan(heap.sessions().subscriptions());
        assertThat(larger.sessions().values()).isGreaterThan(heap.sessions().values());
        assertThat(larger.streamSubscriptions()).isGreaterThan(heap.streamSubscriptions());
        assertThat(larger.usedProofs()).isGreaterThan(heap.usedProofs());
        assertThat(larger.rates()).isGreaterThan(heap.rates());
    }

    /** Pods of 384Mi, 512Mi (the default), 1Gi and 4Gi, with the default of limits.bufferSize. */
    @ParameterizedTest
    @CsvSource({"153, 65, 25, 970", "224, 96, 38, 1420", "608, 96, 99, 14206", "2912, 96, 1113, 52564"})
    void sharesOfUsualPods(long heapMebi, long buffersMebi, long scriptsMebi, int connections) {
        var heap = new HeapShares(heapMebi * MEBI);
        var buffers = heap.buffers(96 * MEBI);
        assertThat(buffers / MEBI).isEqualTo(buffersMebi);
        assertThat(heap.scripts(buffers) / MEBI).isEqualTo(scriptsMebi);
        assertThat(heap.connections(false).places()).isEqualTo(connections);
    }

    /** A process with {@code -Xmx608m} counts 588 MiB. */
    @Test
    void podOf1GiTakesTenThousandStreamsAndEightThousandCallers() {
        var connections = new HeapShares(588 * MEBI).connections(false);
        assertThat(connections.places() * connections.streamsInAPlace() / 4 * 3).isGreaterThan(10_000);
        assertThat(connections.places() - 10_000 / connections.streamsInAPlace())
                .isGreaterThanOrEqualTo(8_192);
    }

    private static ScriptSettings settings(long heap) {
        return new ScriptSettings(2, 512, 10_000, 300_000, 2_000, heap, heap, List.of());
    }
}
