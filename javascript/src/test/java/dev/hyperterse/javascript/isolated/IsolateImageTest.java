package dev.hyperterse.javascript.isolated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import run.endive.runtime.Memory;

/** The memory of a world that has ended is that of the next one, which must find nothing of it. */
class IsolateImageTest {
    private static final int MOST = 8 << 20;

    private final IsolateImage image = Isolate.start(MOST, new NoHost()).image();

    @Test
    void everyByteOfAMemoryIsOverwritten() {
        var memory = image.memory(MOST);
        var dirt = new byte[size(memory)];
        Arrays.fill(dirt, (byte) 0x5a);
        memory.write(0, dirt);
        image.giveBack(memory);

        var next = image.memory(MOST);
        assertThat(next).isSameAs(memory);
        image.copyTo(next);
        var fresh = image.memory(MOST);
        assertThat(fresh).isNotSameAs(memory);
        image.copyTo(fresh);
        assertThat(next.readBytes(0, size(next))).isEqualTo(fresh.readBytes(0, size(fresh)));
    }

    @Test
    void memoryThatHasGrownOrHasAnotherLimitIsNotUsedAgain() {
        var grown = image.memory(MOST);
        grown.grow(1);
        image.giveBack(grown);
        assertThat(image.memory(MOST)).isNotSameAs(grown);

        var limited = image.memory(MOST);
        image.giveBack(limited);
        assertThat(image.memory(2 * MOST)).isNotSameAs(limited);
    }

    /** Scripts of different lengths have images of different sizes. */
    @Test
    void memoryOfAnotherSizeStaysForItsOwnImage() {
        var memory = image.memory(MOST);
        var larger = image.next(new byte[size(memory) + Memory.PAGE_SIZE]);
        var other = larger.memory(MOST);
        image.giveBack(memory);
        larger.giveBack(other);
        assertThat(larger.memory(MOST)).isSameAs(other);
        assertThat(image.memory(MOST)).isSameAs(memory);
    }

    /** The others may be of images that no script has any more. docs/reference/limits.md counts on four. */
    @Test
    void latestFourMemoriesAreKept() {
        var given = Stream.generate(() -> image.memory(MOST)).limit(6).toList();
        given.forEach(image::giveBack);
        var taken = Stream.generate(() -> image.memory(MOST)).limit(6).toList();
        assertThat(taken).filteredOn(given::contains).containsExactlyInAnyOrderElementsOf(given.subList(2, 6));
    }

    @Test
    void memoryOfAWorldThatEndsIsGivenBackOnce() {
        var world = Isolate.restore(image, MOST, new NoHost());
        world.close();
        world.close();
        assertThat(isUsed(image.memory(MOST))).isTrue();
        assertThat(isUsed(image.memory(MOST))).isFalse();
    }

    /** The thread of a run that was ended by force may still be in it. */
    @Test
    void memoryInWhichATurnRunsIsNotGivenBack() {
        var world = Isolate.restore(image, MOST, new NoHost());
        world.turn(world::close);
        assertThat(isUsed(image.memory(MOST))).isFalse();
    }

    /** A new memory is empty. */
    private static boolean isUsed(Memory memory) {
        return !Arrays.equals(memory.readBytes(0, size(memory)), new byte[size(memory)]);
    }

    private static int size(Memory memory) {
        return memory.pages() * Memory.PAGE_SIZE;
    }

    private static final class NoHost implements IsolateHost {
        @Override
        public Object call(IsolateArguments arguments) {
            throw new UnsupportedOperationException();
        }
    }
}
