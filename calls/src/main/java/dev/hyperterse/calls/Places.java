package dev.hyperterse.calls;

/**
 * Creates the keys of questions and stored values. The scripts and stages of one call share one key space, so each
 * position has a prefix, and keys of different positions never collide. A key of the script that the client calls is
 * unchanged.
 */
public final class Places {
    private static final String MARK = "~";

    private Places() {}

    /** The key of an author. */
    public static String ofAuthor(String key) {
        return key.startsWith(MARK) ? MARK + key : key;
    }

    /** Whether it is the key of the author of what the client calls. */
    public static boolean isOfAuthor(String key) {
        return !key.startsWith(MARK) || key.startsWith(MARK + MARK);
    }

    /**
     * The key of a stage.
     *
     * @param name letters
     */
    public static String ofStage(String name) {
        return MARK + name;
    }

    /**
     * The key of a position in the call.
     *
     * @param place letters, digits and points
     */
    public static String within(String place, String key) {
        return MARK + place + "/" + key;
    }
}
