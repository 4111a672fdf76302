package dev.hyperterse.operator.model;

/** The order of resource versions. They are numbers, which Kubernetes promises since 1.35 and has always kept. */
public final class ResourceVersions {
    private ResourceVersions() {}

    /** False where that is unknown: of versions that are no numbers, or where there is none. */
    public static boolean isBefore(String version, String other) {
        try {
            return Long.compareUnsigned(Long.parseUnsignedLong(version), Long.parseUnsignedLong(other)) < 0;
        } catch (NumberFormatException opaque) {
            return false;
        }
    }
}
