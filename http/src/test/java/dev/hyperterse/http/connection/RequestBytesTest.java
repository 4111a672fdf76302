package dev.hyperterse.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestBytesTest {
    /** What one read brings at most. */
    private static final int READ = 8 * 1024;

    /** A client decides in which pieces a head arrives, and so how the array grows that it is collected in. */
    @ParameterizedTest
    @ValueSource(ints = {1, 100, 6000, 8191, READ})
    void anIncompleteHeadTakesNoMoreThanAHeadAndOneRead(int piece) {
        int capacity = 0;
        for (int held = 0; held <= RequestBytes.LARGEST_HEAD; held += piece) {
            if (capacity - held < piece) {
                capacity = RequestBytes.capacity(held, piece);
            }
            assertThat(capacity).isBetween(held + piece, RequestBytes.LARGEST_HEAD + READ);
        }
    }
}
