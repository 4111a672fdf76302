package dev.hyperterse.scripts.host;

import java.nio.ByteBuffer;

/**
 * The arguments that a script passed to its host, in either engine. Valid during that call; of unchecked number and
 * types.
 */
public interface HostArguments {
    /** Whether the script has a memory of its own that was nearly exhausted. */
    default boolean memoryWasNearlyFull() {
        return false;
    }

    boolean isNull(int index);

    boolean isText(int index);

    String text(int index);

    int integer(int index);

    long millis(int index);

    double number(int index);

    boolean flag(int index);

    /** The length of an ArrayBuffer. */
    long byteCount(int index);

    /** The bytes of an ArrayBuffer. */
    byte[] bytes(int index);

    /** Fills an ArrayBuffer of that size. */
    void fill(int index, ByteBuffer bytes);
}
