package dev.hyperterse.runtime.call;

/**
 * Keys of questions and kept values. The scripts and stages of one call share one key space, so each has a prefix, and keys of
 * different places never collide. A key of the script that the client calls is unchanged.
 */
public final class Places {
    private static final String MARK = "~";

    private Places() {}

    /** A key that an author wrote. */
    public static String ofAuthor(String key) {
        return key.startsWith(MARK) ? MARK + key : key;
    }

    /** A key of a stage. @param name letters */
    public static String ofStage(String name) {
        return MARK + name;
    }

    /** A key of what stands at a place of the call. @param place letters, digits and points */
    public static String within(String place, String key) {
        return MARK + place + "/" + key;
    }
}
