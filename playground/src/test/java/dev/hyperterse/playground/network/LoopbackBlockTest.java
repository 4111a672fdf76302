package dev.hyperterse.playground.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.playground.PlaygroundException;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LoopbackBlockTest {
    /** The same lot for both: only the hold can keep them apart. */
    @Test
    void twoPlaygroundsNeverShareABlock() {
        try (var one = LoopbackBlock.claim(new Random(7));
                var other = LoopbackBlock.claim(new Random(7))) {
            assertThat(other.serviceRange()).isNotEqualTo(one.serviceRange());
            assertThat(other.takePodAddress()).isNotEqualTo(one.takePodAddress());
        }
    }

    @Test
    void anAddressThatWasGivenBackRests() {
        try (var block = LoopbackBlock.claim(new Random(8))) {
            var first = block.takePodAddress();
            block.giveBack(first);
            assertThat(block.takePodAddress()).isNotEqualTo(first);
        }
    }

    @Test
    void saysWhenThereAreNoMore() {
        try (var block = LoopbackBlock.claim(new Random(9))) {
            var all = IntStream.range(0, 250)
                    .mapToObj(_ -> block.takePodAddress())
                    .toList();
            assertThat(all).doesNotHaveDuplicates();
            assertThatThrownBy(block::takePodAddress)
                    .isInstanceOf(PlaygroundException.class)
                    .hasMessageContaining("250");
            block.giveBack(all.get(9));
            assertThat(block.takePodAddress()).isEqualTo(all.get(9));
        }
    }
}
