package dev.hyperterse.cli.print;

/** Numbers of things, in words. */
public final class Counted {
    private Counted() {}

    /** @param what one of them, whose plural has an s */
    public static String of(long count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }
}
