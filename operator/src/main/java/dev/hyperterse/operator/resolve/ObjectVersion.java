package dev.hyperterse.operator.resolve;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Optional;

/** One stored state of one object. */
public record ObjectVersion(String uid, String resourceVersion) {
    public static ObjectVersion of(ObjectMeta metadata) {
        return new ObjectVersion(
                Optional.ofNullable(metadata.getUid()).orElse(""),
                Optional.ofNullable(metadata.getResourceVersion()).orElse(""));
    }

    /** Whether the object had this state before that one. Unknown of versions that are no numbers. */
    public boolean isBefore(ObjectVersion other) {
        try {
            return Long.compareUnsigned(
                            Long.parseUnsignedLong(resourceVersion), Long.parseUnsignedLong(other.resourceVersion))
                    < 0;
        } catch (NumberFormatException opaque) {
            return false;
        }
    }
}
