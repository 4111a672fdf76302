package dev.hyperterse.javascript.isolated;

/** Values of QuickJS where a pointer has 32 bits: a tag above, and a pointer or a small value below; or a double. */
final class QuickJsValues {
    static final long FALSE = tagged(1, 0);
    static final long TRUE = tagged(1, 1);
    static final long NULL = tagged(2, 0);
    static final long UNDEFINED = tagged(3, 0);
    private static final int EXCEPTION = 6;
    private static final int INTEGER = 0;
    private static final int ROPE = -6;
    private static final int TEXT = -7;

    private QuickJsValues() {}

    private static long tagged(int tag, int value) {
        return (long) tag << 32 | value & 0xffff_ffffL;
    }

    private static int tag(long value) {
        return (int) (value >> 32);
    }

    static long integer(int value) {
        return tagged(INTEGER, value);
    }

    static int pointer(long value) {
        return (int) value;
    }

    static boolean isInteger(long value) {
        return tag(value) == INTEGER;
    }

    static boolean isException(long value) {
        return tag(value) == EXCEPTION;
    }

    static boolean isText(long value) {
        return tag(value) == TEXT || tag(value) == ROPE;
    }
}
