package dev.hyperterse.calls.result;

/**
 * The most that a model reads of one answer. A token is counted as four bytes of UTF-8, as clients estimate it.
 *
 * @param most {@link Integer#MAX_VALUE} where there is no limit
 */
public record TokenLimit(int most) {
    public static final TokenLimit NONE = new TokenLimit(Integer.MAX_VALUE);

    private static final int BYTES = 4;

    /** The tokens that so many bytes of UTF-8 are counted as. */
    public static long tokens(long bytes) {
        return (bytes + BYTES - 1) / BYTES;
    }

    /** The limit in bytes. */
    public long bytes() {
        return (long) BYTES * most;
    }

    public boolean isUnlimited() {
        return equals(NONE);
    }

    public boolean admits(long bytes) {
        return bytes <= bytes();
    }
}
