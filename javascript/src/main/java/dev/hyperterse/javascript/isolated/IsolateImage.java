package dev.hyperterse.javascript.isolated;

import java.util.Arrays;
import run.endive.runtime.Memory;

/** The memory of a prepared world, from which others begin. Images share equal pages. */
public final class IsolateImage {
    private static final int PAGE = 4096;

    private final byte[][] pages;

    private IsolateImage(byte[][] pages) {
        this.pages = pages;
    }

    static IsolateImage first(byte[] memory) {
        return new IsolateImage(new byte[0][]).next(memory);
    }

    /** An image of another memory, sharing equal pages. */
    IsolateImage next(byte[] memory) {
        var next = new byte[memory.length / PAGE][];
        for (var page = 0; page < next.length; page++) {
            var from = page * PAGE;
            var known = page < pages.length && Arrays.equals(pages[page], 0, PAGE, memory, from, from + PAGE);
            next[page] = known ? pages[page] : Arrays.copyOfRange(memory, from, from + PAGE);
        }
        return new IsolateImage(next);
    }

    int bytes() {
        return pages.length * PAGE;
    }

    void copyTo(Memory memory) {
        for (var page = 0; page < pages.length; page++) {
            memory.write(page * PAGE, pages[page]);
        }
    }
}
