package dev.hyperterse.operator.workload.manifest;

/**
 * The runtime that belongs to this operator.
 *
 * @param version a label of all that runs for servers
 * @param overridable whether servers may name another image or service account
 */
public record RuntimeImage(String image, String version, boolean overridable) {
    private static final int LONGEST_LABEL = 63;
    private static final int SHORT_DIGEST = 12;

    /** With the version that its name says: the tag, or the beginning of a digest. */
    public static RuntimeImage named(String image, boolean overridable) {
        var parts = image.split("@", 2);
        var name = parts[0];
        var tag = name.lastIndexOf(':');
        if (tag > name.lastIndexOf('/')) {
            return new RuntimeImage(image, label(name.substring(tag + 1)), overridable);
        }
        var version = parts.length == 1 ? "latest" : label(shortened(parts[1]));
        return new RuntimeImage(image, version, overridable);
    }

    /** Without its algorithm. */
    private static String shortened(String digest) {
        var hexadecimal = digest.substring(digest.indexOf(':') + 1);
        return hexadecimal.substring(0, Math.min(SHORT_DIGEST, hexadecimal.length()));
    }

    /** A tag may be longer than a label, and begin and end with what a label may not. The end of it says more. */
    private static String label(String tag) {
        var end = tag.substring(Math.max(0, tag.length() - LONGEST_LABEL));
        return end.replaceAll("^[._-]+|[._-]+$", "");
    }
}
