package dev.hyperterse.operator.read;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DocumentRoomTest {
    private final DocumentRoom room = new DocumentRoom(100);

    @Test
    void aNamespaceAloneTakesAll() {
        assertThat(room.take("a", 60)).isTrue();
        assertThat(room.take("a", 41)).isFalse();
        assertThat(room.take("a", 40)).isTrue();
    }

    @Test
    void aNamespaceThatTakesAllLeavesAnotherItsShare() {
        assertThat(room.take("greedy", 100)).isTrue();
        assertThat(room.take("other", 51)).isFalse();
        assertThat(room.take("other", 50)).isTrue();
        assertThat(room.take("other", 1)).isFalse();
        assertThat(room.take("third", 33)).isTrue();
        assertThat(room.take("greedy", 1)).isFalse();
    }

    @Test
    void whatIsReleasedIsFree() {
        room.take("greedy", 100);
        room.release("greedy", 30);
        assertThat(room.take("greedy", 30)).isTrue();
        room.release("greedy", 100);
        assertThat(room.take("other", 100))
                .as("a namespace without documents has no share")
                .isTrue();
    }
}
