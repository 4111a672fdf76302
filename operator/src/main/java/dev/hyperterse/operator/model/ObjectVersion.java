package dev.hyperterse.operator.model;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Optional;

/** One stored state of one object. */
public record ObjectVersion(String uid, String resourceVersion) {
    public static ObjectVersion of(ObjectMeta metadata) {
        return new ObjectVersion(
                Optional.ofNullable(metadata.getUid()).orElse(""),
                Optional.ofNullable(metadata.getResourceVersion()).orElse(""));
    }

    /** Whether the object had this state before that one. */
    public boolean isBefore(ObjectVersion other) {
        return ResourceVersions.isBefore(resourceVersion, other.resourceVersion);
    }
}
