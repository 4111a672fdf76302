package dev.hyperterse.runtime.call;

/**
 * Keys of questions and of what is kept. The scripts and stages of one call share one set of keys, so each has its place
 * there, and no key of one place is a key of another. A key of the script that the client calls stays as its author wrote it.
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
