package dev.hyperterse.compiler.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SharedRoomTest {
    private final SharedRoom room = new SharedRoom(900);

    @Test
    void aNamespaceAloneTakesTwoThirds() {
        assertThat(room.take("a", 400)).isTrue();
        assertThat(room.take("a", 201)).isFalse();
        assertThat(room.take("a", 200)).isTrue();
    }

    @Test
    void aNamespaceThatTakesAllItMayLeavesRoomForTheNext() {
        assertThat(room.take("greedy", 600)).isTrue();
        assertThat(room.take("other", 201)).isFalse();
        assertThat(room.take("other", 200)).isTrue();
        assertThat(room.take("third", 66)).isTrue();
        assertThat(room.take("greedy", 1)).isFalse();
        assertThat(room.take("other", 1)).isFalse();
    }

    /** With an equal part for each, each next one would take its part of a room that is full. */
    @Test
    void manyNamespacesNeverTakeMoreThanThereIs() {
        var taken = IntStream.range(0, 100)
                .mapToLong(number -> IntStream.range(0, 900)
                        .filter(_ -> room.take("greedy-" + number, 1))
                        .count())
                .toArray();
        assertThat(IntStream.range(0, 6))
                .allSatisfy(number -> assertThat(taken[number]).isPositive());
        assertThat(LongStream.of(taken).sum()).isLessThanOrEqualTo(900);
    }

    @Test
    void whatIsReleasedIsFree() {
        room.take("greedy", 600);
        room.release("greedy", 30);
        assertThat(room.take("greedy", 30)).isTrue();
        room.release("greedy", 600);
        assertThat(room.take("other", 600)).isTrue();
    }
}
