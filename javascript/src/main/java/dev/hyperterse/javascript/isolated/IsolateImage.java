package dev.hyperterse.javascript.isolated;

import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import run.endive.runtime.ByteArrayMemory;
import run.endive.runtime.Memory;

/** The memory of a prepared world, from which others begin. Images share equal pages. */
public final class IsolateImage {
    private static final int PAGE = 4096;

    /** As many as threads that run scripts, at most. */
    private static final int MOST_ENDED = 4;

    private final byte[][] pages;

    /**
     * The latest memories of worlds that have ended, for images of their sizes: making and collecting one takes longer than
     * a small script. No run is charged for them; they are in the share of the heap for the catalog.
     */
    private final BlockingQueue<Memory> ended;

    private IsolateImage(byte[][] pages, BlockingQueue<Memory> ended) {
        this.pages = pages;
        this.ended = ended;
    }

    static IsolateImage first(byte[] memory) {
        return new IsolateImage(new byte[0][], new ArrayBlockingQueue<>(MOST_ENDED)).next(memory);
    }

    /** An image of another memory, sharing equal pages. */
    IsolateImage next(byte[] memory) {
        var next = new byte[memory.length / PAGE][];
        for (var page = 0; page < next.length; page++) {
            var from = page * PAGE;
            var known = page < pages.length && Arrays.equals(pages[page], 0, PAGE, memory, from, from + PAGE);
            next[page] = known ? pages[page] : Arrays.copyOfRange(memory, from, from + PAGE);
        }
        return new IsolateImage(next, ended);
    }

    /** As large as this image, which has to be copied over all of it. */
    Memory memory(int mostBytes) {
        var limits = Isolate.limits(size(), mostBytes);
        for (var memory : ended) {
            if (memory.pages() == size() && memory.maximumPages() == limits.maximumPages() && ended.remove(memory)) {
                return memory;
            }
        }
        return new ByteArrayMemory(limits);
    }

    /** Takes the memory of a world in which nothing runs any more, unless the next one would not overwrite all. */
    void giveBack(Memory memory) {
        if (memory.pages() == size()) {
            while (!ended.offer(memory)) {
                ended.poll();
            }
        }
    }

    private int size() {
        return pages.length * PAGE / Memory.PAGE_SIZE;
    }

    void copyTo(Memory memory) {
        for (var page = 0; page < pages.length; page++) {
            memory.write(page * PAGE, pages[page]);
        }
    }
}
