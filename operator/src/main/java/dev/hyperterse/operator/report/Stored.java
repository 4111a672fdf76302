package dev.hyperterse.operator.report;

import dev.hyperterse.operator.resolve.ObjectVersion;
import java.util.Optional;

/** The status that an object has in one version. */
record Stored<S>(ObjectVersion version, Optional<S> status) {
    boolean sameObject(Stored<S> other) {
        return version.uid().equals(other.version.uid());
    }

    boolean isBefore(Stored<S> other) {
        return sameObject(other) && version.isBefore(other.version);
    }
}
